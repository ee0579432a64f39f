import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createApp } from '../app.ts';
import { createLog } from '../platform/log.ts';
import { createWarehouse, type Warehouse } from '../platform/warehouse/warehouse.ts';
import { TEST_SAMPLE_LEADS } from '../test-deps.ts';
import { recordImport } from './import-records.ts';
import { acceptLeadData, createLeadDataCheck, type LeadDataCheck } from './lead-data-check.ts';
import { createLeadSearch } from './lead-search.ts';
import { ensureTables, recordDrop } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { addOptOutsAndDeleteLeads } from './opted-out-leads.ts';
import { changeRows } from './row-counts.ts';
import { countRows } from './table-facts.ts';
import { type LeadBench, openLeadBench, parseOptOuts } from './test-leads.ts';

const log = createLog('silent');
let bench: LeadBench;
let open: Warehouse[] = [];
let folders: string[] = [];
beforeEach(async () => {
  bench = await openLeadBench();
  await recordDrop(bench.deps.warehouse, 'leadrocks', new Date());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(open.map((warehouse) => warehouse.close()));
  await bench.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
  open = [];
  folders = [];
});

const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => [`p${from + index}@acme.example`]);

async function importPeople(mode: 'replace' | 'append', from: number, count: number): Promise<void> {
  const { warehouse } = bench.deps;
  await ensureTables(warehouse, 'apollo');
  const columns = ['email'];
  const { rows } = await loadLeads(warehouse, {
    database: 'apollo',
    mode,
    columns,
    rows: people(from, count),
  });
  await recordImport(warehouse, {
    id: `${mode} ${from}`,
    database: 'apollo',
    mode,
    at: new Date(bench.deps.clock.now()).toISOString(),
    source: 'own',
    licence: 'owned',
    dataDate: '2026-11-01',
    preset: 'own',
    rows,
    duplicates: 0,
    refused: 0,
    columns,
  });
  bench.deps.clock.advance(1000);
}

/** The lead databases as they are on the disk now, after `damage` to the folder of one of their tables. */
async function afterDamage(table: string, damage: (parts: string) => void): Promise<Warehouse> {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-lead-data-'));
  folders.push(folder);
  const { DATA_DIR } = bench.deps.config;
  const id = (await tableIds()).get(table) ?? '';
  await bench.deps.warehouse.close();
  cpSync(join(DATA_DIR, 'warehouse'), folder, { recursive: true });
  damage(join(folder, 'store', id.slice(0, 3), id));
  const warehouse = createWarehouse({ url: undefined, engine: { folder, log }, log });
  open.push(warehouse);
  return warehouse;
}

async function tableIds(): Promise<Map<string, string>> {
  const rows = await bench.deps.warehouse.rows(
    { sql: "SELECT name, toString(uuid) AS id FROM system.tables WHERE database = 'leads'" },
    z.object({ name: z.string(), id: z.string() }),
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

const partsIn = (folder: string) => readdirSync(folder).filter((name) => /_\d+_\d+_\d+/.test(name));

/** Deletes a file of the first part of a table. */
function breakPart(folder: string): void {
  const part = join(folder, partsIn(folder)[0] ?? '');
  const file = ['email.bin', 'data.bin'].map((name) => join(part, name)).find(existsSync);
  rmSync(file ?? join(part, 'checksums.txt'));
}

/** Deletes a whole part of a table, without a trace. */
function loseParts(folder: string): void {
  for (const part of partsIn(folder)) rmSync(join(folder, part), { recursive: true });
}

async function problemsOf(warehouse: Warehouse): Promise<{ check: LeadDataCheck; problems: string[] }> {
  const check = createLeadDataCheck({ warehouse, log });
  await check.run();
  return { check, problems: [...check.problems()] };
}

describe('rows of a lead database that are lost', () => {
  it('with a file of a part are counted, until they are accepted', async () => {
    await importPeople('replace', 0, 40);
    await importPeople('append', 100, 20);
    const warehouse = await afterDamage('apollo', breakPart);
    const logged = vi.spyOn(log, 'error');
    const { problems } = await problemsOf(warehouse);
    const left = await countRows(warehouse, 'leads.apollo');
    expect(left).toBeLessThan(60);
    expect(problems).toEqual([
      expect.stringContaining(
        `apollo has lost rows: ${60 - left} of 60 leads are missing. The engine put 1 damaged part`,
      ),
    ]);
    expect(problems[0]).toContain('leadwell leads check --accept');
    expect(logged).toHaveBeenCalledWith(problems[0]);
    await acceptLeadData(warehouse);
    expect((await problemsOf(warehouse)).problems).toEqual([]);
    expect((await problemsOf(warehouse)).problems).toEqual([]);
  });

  it('with a whole part are counted too', async () => {
    await importPeople('replace', 0, 40);
    const { problems } = await problemsOf(await afterDamage('apollo', loseParts));
    expect(problems).toEqual([expect.stringContaining('apollo has lost rows: 40 of 40 leads are missing.')]);
  });

  it('of an earlier version are compared with the imports', async () => {
    await importPeople('replace', 0, 40);
    await bench.deps.warehouse.run({ sql: 'DROP TABLE leads.row_counts SYNC' });
    const { problems } = await problemsOf(await afterDamage('apollo', loseParts));
    expect(problems).toEqual([expect.stringContaining('40 of 40 leads are missing.')]);
  });

  it('are not those of imports, opt-outs, drops and an interrupted change', async () => {
    const { deps } = bench;
    await importPeople('replace', 0, 40);
    await addOptOutsAndDeleteLeads(deps, parseOptOuts('p3@acme.example', 'p4@acme.example'));
    expect((await problemsOf(deps.warehouse)).problems).toEqual([]);
    await importPeople('append', 100, 5);
    expect((await problemsOf(deps.warehouse)).problems).toEqual([]);
    // Like one of another process.
    const other = { ...deps.warehouse };
    const begun = Promise.withResolvers<void>();
    void changeRows(other, 'leads.apollo', () => {
      begun.resolve();
      return new Promise<void>(() => {});
    });
    await begun.promise;
    await deps.warehouse.run({ sql: "DELETE FROM leads.apollo WHERE email = 'p5@acme.example'" });
    expect((await problemsOf(deps.warehouse)).problems).toEqual([]);
    await recordDrop(deps.warehouse, 'apollo', new Date(deps.clock.now()));
    expect((await problemsOf(deps.warehouse)).problems).toEqual([]);
  });

  it('with the records of imports are reported, and no sample leads replace what is left', async () => {
    await importPeople('replace', 0, 40);
    const warehouse = await afterDamage('imports', breakPart);
    expect((await problemsOf(warehouse)).problems).toEqual([
      expect.stringContaining('The records of imports and opt-outs next to the lead databases are damaged.'),
    ]);
    const search = createLeadSearch({ warehouse, clock: bench.deps.clock, samples: TEST_SAMPLE_LEADS });
    expect((await search.state('apollo')).total).toBe(40);
    await acceptLeadData(warehouse);
    expect((await problemsOf(warehouse)).problems).toEqual([]);
  });
});

it('shows what is lost in /readyz and on the admin page', async () => {
  const problem = 'The lead database apollo has lost rows.';
  const deps = { ...bench.deps, leadData: { problems: () => [problem], run: async () => [] } };
  const app = createApp(deps);
  expect(await (await app.request('/readyz')).json()).toMatchObject({
    ok: true,
    leads: 'rows are missing or damaged',
  });
  const reply = await app.request('/functions/v1/admin-status', {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: deps.config.PUBLISHABLE_KEY },
    body: JSON.stringify({ adminKey: deps.secrets.adminKey }),
  });
  const { faults } = (await reply.json()) as { faults: object[] };
  expect(faults).toContainEqual({ check: 'lead databases', state: 'fault', says: problem, todo: null });
});
