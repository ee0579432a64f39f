import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { runOnServer } from '../operator/socket.ts';
import { removeOptOuts } from '../opt-outs/opt-outs.ts';
import { prepareDataFolder } from '../platform/database/test-data-folder.ts';
import { createLog } from '../platform/log.ts';
import { createWarehouse } from '../platform/warehouse/warehouse.ts';
import { startServer } from '../serve.ts';
import { recordDrop } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { addOptOutsAndDeleteLeads, applyOptOuts } from './opted-out-leads.ts';
import { countRows } from './table-facts.ts';
import { openLeadBench, parseOptOuts } from './test-leads.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-restore-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Runs operator commands on a server over the data folder. Returns the rows they print. */
async function onServer(...commands: [name: string, input: object][]): Promise<Record<string, unknown>[]> {
  const config = { PORT: '0', DATA_DIR: dataDir, WORKER: 'none', LOG_LEVEL: 'silent', PORT_25_TEST: '0' };
  const server = await startServer(parseConfig(config));
  const rows: Record<string, unknown>[] = [];
  try {
    for (const [name, input] of commands) {
      const output = { row: (row: object) => void rows.push({ ...row }), note: () => {} };
      await runOnServer(dataDir, name, input, output);
    }
  } finally {
    await server.stop();
  }
  return rows;
}

it('an older warehouse next to a newer database: opt-outs are carried out again at the start', async () => {
  await prepareDataFolder(dataDir);
  const file = join(dataDir, 'people.csv');
  writeFileSync(
    file,
    'first_name,last_name,title,company,email\nAnn,A,CTO,Gone,ann@gone.example\nBob,B,CTO,Stays,bob@stays.example\n',
  );
  const imported = {
    file,
    database: 'apollo',
    mode: 'replace',
    preset: null,
    source: 'own',
    licence: 'owned',
    date: null,
    dryRun: false,
    refusedFile: `${file}.refused.csv`,
  };
  await onServer(['leads-import', imported], ['optout-add', { entries: ['earlier@gone2.example'] }]);
  const backup = join(dataDir, 'backup');
  cpSync(join(dataDir, 'warehouse'), backup, { recursive: true });

  await onServer(['optout-add', { entries: ['ann@gone.example'] }]);
  rmSync(join(dataDir, 'warehouse'), { recursive: true });
  renameSync(backup, join(dataDir, 'warehouse'));
  expect(await leadsIn(join(dataDir, 'warehouse'))).toBe(2);
  expect(await onServer(['leads-drop', { database: 'apollo' }])).toEqual([
    { database: 'apollo', dropped: 1 },
  ]);
});

async function leadsIn(folder: string): Promise<number> {
  const log = createLog('silent');
  const warehouse = createWarehouse({ url: undefined, engine: { folder, log }, log });
  try {
    return await countRows(warehouse, 'leads.apollo');
  } finally {
    await warehouse.close();
  }
}

describe('leadwell optout apply', () => {
  it('looks for the whole list, and a start only for what was not carried out here', async () => {
    const bench = await openLeadBench();
    try {
      const { deps } = bench;
      await recordDrop(deps.warehouse, 'apollo', new Date());
      const load = () =>
        loadLeads(deps.warehouse, {
          database: 'apollo',
          mode: 'replace',
          columns: ['email', 'website'],
          rows: [
            ['ann@gone.example', ''],
            ['', 'https://www.gone.example/about'],
            ['bob@stays.example', ''],
          ],
        });
      await load();
      await addOptOutsAndDeleteLeads(deps, parseOptOuts('gone.example'));
      expect(await countRows(deps.warehouse, 'leads.apollo')).toBe(1);
      // Like leads of a restored warehouse that has the mark of the opt-out all the same.
      await load();
      expect(await applyOptOuts(deps, { onlyMissing: true })).toEqual({ entries: 0, deleted: 0 });
      expect(await applyOptOuts(deps, { onlyMissing: false })).toEqual({ entries: 1, deleted: 2 });
      // An entry that is removed and added again is another one.
      await removeOptOuts(deps, parseOptOuts('gone.example'));
      await load();
      deps.clock.advance(1000);
      const crashed = {
        ...deps,
        warehouse: { ...deps.warehouse, run: () => Promise.reject(new Error('crash')) },
      };
      await expect(addOptOutsAndDeleteLeads(crashed, parseOptOuts('gone.example'))).rejects.toThrow('crash');
      expect(await applyOptOuts(deps, { onlyMissing: true })).toEqual({ entries: 1, deleted: 2 });
    } finally {
      await bench.close();
    }
  });

  it('lets searches wait until it is done', async () => {
    const bench = await openLeadBench();
    try {
      const { leadSearch, warehouse } = bench.deps;
      await recordDrop(warehouse, 'apollo', new Date());
      const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const someTurns = async () => {
        for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      };
      leadSearch.closeDuring(first.promise);
      leadSearch.closeDuring(second.promise);
      first.resolve();
      await someTurns();
      let answered = false;
      const search = leadSearch.total('apollo').then(() => {
        answered = true;
      });
      await someTurns();
      expect(answered).toBe(false);
      second.resolve();
      await search;
    } finally {
      await bench.close();
    }
  });
});
