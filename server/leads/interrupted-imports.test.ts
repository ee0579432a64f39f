import { globSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { leadWork, startDailyLeadWork } from './daily-lead-work.ts';
import { openHashedLeads } from './hashed-opt-outs/hashed-leads.ts';
import { type ImportRequest, importLeads } from './import/import-leads.ts';
import { currentImports } from './import-records.ts';
import { recordInterrupted } from './interrupted-imports.ts';
import { countNotices } from './notices/notice-counts.ts';
import { dropLeftovers } from './own-work-tables.ts';
import { deleteExpired } from './retention.ts';
import { countRows } from './table-facts.ts';
import { type LeadBench, openLeadBench } from './test-leads.ts';

let bench: LeadBench;
let warehouse: Warehouse;
beforeAll(async () => {
  bench = await openLeadBench();
  warehouse = bench.deps.warehouse;
});
afterAll(() => bench.close());

/** Imports people by their first names. */
function load(names: readonly string[], request: Partial<ImportRequest> = {}) {
  bench.deps.clock.advance(1000);
  const file = join(bench.deps.config.DATA_DIR, 'leads.csv');
  const rows = names.map((name) => `${name},Doe,tester,${name.toLowerCase()}@killed.example`);
  writeFileSync(file, ['first_name,last_name,title,email', ...rows].join('\n'));
  return importLeads(
    bench.deps,
    {
      file,
      database: 'apollo',
      mode: 'replace',
      preset: 'own',
      source: 'a fair',
      licence: 'owned',
      date: null,
      dryRun: false,
      refusedFile: `${file}.refused.csv`,
      ...request,
    },
    { note: () => {} },
  );
}

/** The engine as several servers use it. */
const shared = () => Object.create(warehouse, { embedded: { value: false } }) as Warehouse;
const imports = async () =>
  (await currentImports(warehouse, 'apollo')).map(({ source, rows }) => [source, rows]);

async function tables(): Promise<string[]> {
  const sql = "SELECT name FROM system.tables WHERE database = 'leads' ORDER BY name";
  return (await warehouse.rows({ sql }, z.object({ name: z.string() }))).map(({ name }) => name);
}
const LEFT = ['apollo_new_0123456789ab', 'apollo_raw_0123456789ab', 'hashes_0123456789ab'];
async function leaveTables(): Promise<void> {
  for (const name of LEFT)
    await warehouse.run({ sql: `CREATE TABLE leads.${name} (hash String) ENGINE = MergeTree ORDER BY hash` });
  expect(await tables()).toEqual(expect.arrayContaining(LEFT));
}

describe('the tables of an import that was killed', () => {
  it('are dropped before an import, before hashes are looked for, and by the daily work', async () => {
    await load(['Ann']);
    const before = await tables();
    await leaveTables();
    await warehouse.run({
      sql: 'CREATE TABLE leads.apollo_raw_mine (hash String) ENGINE = MergeTree ORDER BY hash',
    });
    await load(['Ann']);
    // Tables of others stay.
    expect(await tables()).toEqual([...before, 'apollo_raw_mine'].sort());
    await warehouse.run({ sql: 'DROP TABLE leads.apollo_raw_mine SYNC' });
    await leaveTables();
    await (await openHashedLeads(bench.deps, 'email_sha256', new Set(['x']))).close();
    expect(await tables()).toEqual(before);
    await leaveTables();
    const stop = startDailyLeadWork(bench.deps, Promise.resolve());
    await vi.waitUntil(async () => (await tables()).every((name) => !LEFT.includes(name)), 60_000);
    await stop();
  });

  it('stay while an import of this process uses them', async () => {
    const run = warehouse.run.bind(warehouse);
    const dropped: string[][] = [];
    const spy = vi.spyOn(warehouse, 'run').mockImplementation(async (...call) => {
      if (/^(INSERT INTO leads.apollo_new_|EXCHANGE)/.test(call[0].sql))
        dropped.push(await dropLeftovers(warehouse));
      return run(...call);
    });
    await load(['Ann', 'Ben']);
    spy.mockRestore();
    expect(dropped).toEqual([[], []]);
    expect(await countRows(warehouse, 'leads.apollo')).toBe(2);
  });

  it('stay for a day on an engine that other servers use, too', async () => {
    await leaveTables();
    expect(await dropLeftovers(shared())).toEqual([]);
    const [older = ''] = LEFT;
    const folder = join(bench.deps.config.DATA_DIR, 'warehouse');
    const definition = globSync(`**/${older}.sql`, { cwd: folder })[0] ?? '';
    utimesSync(join(folder, definition), Date.now() / 1000 - 90_000, Date.now() / 1000 - 90_000);
    expect(await dropLeftovers(shared())).toEqual([`leads.${older}`]);
    expect((await dropLeftovers(warehouse)).sort()).toEqual(LEFT.slice(1).map((name) => `leads.${name}`));
  });
});

describe('an import that was killed', () => {
  /** Imports as a process that dies before a statement. */
  async function killed(dies: 'before the exchange' | 'before the record', ...args: Parameters<typeof load>) {
    const [run, insertLines] = [warehouse.run.bind(warehouse), warehouse.insertLines.bind(warehouse)];
    const spies = [
      vi.spyOn(warehouse, 'run').mockImplementation((...call) => {
        const isExchange = call[0].sql.startsWith('EXCHANGE');
        return isExchange && dies === 'before the exchange'
          ? Promise.reject(new Error('killed'))
          : run(...call);
      }),
      vi.spyOn(warehouse, 'insertLines').mockImplementation((...call) => {
        return call[0] === 'leads.imports' ? Promise.reject(new Error('killed')) : insertLines(...call);
      }),
    ];
    await expect(load(...args)).rejects.toThrow('killed');
    for (const spy of spies) spy.mockRestore();
  }

  it('is recorded with its rows, so that notices and retention are about them', async () => {
    await load(['Ann']);
    await killed('before the record', ['Ben', 'Cat'], {
      source: "the 'fair'\tof \\ 2026",
      deleteAfter: '1 day',
    });
    expect(await imports()).toEqual([['a fair', 1]]);
    expect(await recordInterrupted(warehouse)).toEqual(['apollo']);
    expect(await recordInterrupted(warehouse)).toEqual([]);
    expect(await currentImports(warehouse, 'apollo')).toMatchObject([
      {
        source: "the 'fair' of \\ 2026",
        rows: 2,
        deleteAfter: '1 day',
        columns: expect.arrayContaining(['email']),
      },
    ]);
    expect(await countNotices(bench.deps)).toMatchObject([{ people: 2 }]);
    const clock = { now: () => bench.deps.clock.now() + 2 * 86_400_000 };
    expect([...(await deleteExpired({ ...bench.deps, clock }))]).toEqual([['apollo', 2]]);
  });

  it('is recorded before another one, and by the daily work', async () => {
    await load(['Ann']);
    await killed('before the record', ['Ben'], { mode: 'append', source: 'killed' });
    await load(['Cat'], { mode: 'append' });
    expect(await imports()).toEqual([
      ['a fair', 1],
      ['killed', 1],
      ['a fair', 1],
    ]);
    await killed('before the record', ['Dan'], { mode: 'append', source: 'killed again' });
    await leadWork(bench.deps)();
    expect(await imports()).toHaveLength(4);
  });

  it('is forgotten if its rows never were live', async () => {
    await load(['Ann']);
    await killed('before the exchange', ['Ben', 'Cat']);
    // Another server may be working on it.
    expect(await recordInterrupted(shared())).toEqual([]);
    const begun = () => countRows(warehouse, 'leads.begun_imports');
    expect(await begun()).toBe(1);
    expect(await recordInterrupted(warehouse)).toEqual([]);
    expect(await begun()).toBe(0);
    expect(await imports()).toEqual([['a fair', 1]]);
  });

  it('is listed once if two servers record it', async () => {
    await load(['Ann']);
    await killed('before the record', ['Ben'], { mode: 'append' });
    await recordInterrupted(warehouse);
    const [, record] = await currentImports(warehouse, 'apollo');
    await warehouse.run({
      sql: 'INSERT INTO leads.imports SELECT * FROM leads.imports WHERE id = {id:String}',
      params: { id: record?.id ?? '' },
    });
    expect(await imports()).toHaveLength(2);
  });
});
