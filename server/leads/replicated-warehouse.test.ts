import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestCluster, type TestCluster } from '../platform/warehouse/test-cluster.ts';
import { importLeads } from './import/import-leads.ts';
import { recordDrop } from './lead-tables.ts';
import { addOptOutsAndDeleteLeads } from './opted-out-leads.ts';
import { requireOwnTable } from './own-table.ts';
import { countRows } from './table-facts.ts';
import { type LeadBench, openLeadBench, parseOptOuts } from './test-leads.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-replicated-'));
let cluster: TestCluster;
let bench: LeadBench;
afterEach(async () => {
  await bench.close();
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connect(like: 'cloud' | 'replicated'): Promise<void> {
  cluster = await openTestCluster(like);
  bench = await openLeadBench({ CLICKHOUSE_URL: cluster.url() });
  // The engine of this test needs the option.
  await bench.deps.warehouse.run({ sql: 'CREATE DATABASE leads ENGINE = Atomic' });
}

async function importPeople(mode: 'replace' | 'append', ...emails: string[]): Promise<void> {
  const file = join(mkdtempSync(`${folder}-`), 'people.csv');
  writeFileSync(
    file,
    `first_name,last_name,title,company,email\n${emails.map((email) => `Ann,${email},CTO,Acme,${email}\n`).join('')}`,
  );
  const request = {
    file,
    database: 'apollo',
    mode,
    preset: null,
    source: 'own',
    licence: 'owned',
    date: null,
    dryRun: false,
    refusedFile: `${file}.refused.csv`,
  } as const;
  await importLeads(bench.deps, request, { note: () => {} });
  bench.deps.clock.advance(1000);
}

describe.each(['cloud', 'replicated'] as const)('lead databases on a server with copies (%s)', (like) => {
  it('are imported, searched, exported, cleaned and dropped', async () => {
    await connect(like);
    const { deps } = bench;
    await importPeople('replace', 'ann@acme.example', 'bob@gone.example');
    await importPeople('append', 'cy@acme.example');
    await importPeople('replace', 'ann@acme.example', 'bob@gone.example', 'dee@acme.example');
    await addOptOutsAndDeleteLeads(deps, parseOptOuts('gone.example'));
    expect(await countRows(deps.warehouse, 'leads.apollo')).toBe(2);
    const person = await bench.person();
    const filters = { includeJobTitles: ['cto'] };
    expect((await person.call('apollo', { action: 'count', filters })).body.count).toBe(2);
    expect(await (await person.file('apollo', filters)).text()).toContain('dee@acme.example');
    await deps.leadData.run();
    expect(deps.leadData.problems()).toEqual([]);
    await recordDrop(deps.warehouse, 'apollo', new Date(deps.clock.now()));
    expect(await countRows(deps.warehouse, 'leads.apollo')).toBe(0);
    expect(cluster.requests.some(({ settings }) => settings.mutations_sync === '2')).toBe(true);
  });

  it('are left alone if someone else created a table of the same name', async () => {
    await connect(like);
    const { warehouse } = bench.deps;
    const replicated = like === 'replicated' ? 'Replicated' : '';
    await warehouse.run({
      sql: `CREATE TABLE leads.apollo (email String, lw_id UInt64) ENGINE = ${replicated}MergeTree ORDER BY lw_id`,
    });
    await warehouse.run({ sql: "INSERT INTO leads.apollo SELECT 'theirs@acme.example', 1" });
    await expect(requireOwnTable(warehouse, 'leads.apollo')).rejects.toThrow(
      /^The table leads\.apollo has the engine (Shared|Replicated)MergeTree and was created by someone else\./,
    );
    await expect(importPeople('replace', 'ann@acme.example')).rejects.toThrow(/created by someone else/);
    expect(await countRows(warehouse, 'leads.apollo')).toBe(1);
  });
});
