import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLeadStates } from './lead-states.ts';
import { leadTable } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { tableVersion } from './table-facts.ts';
import { type LeadBench, openLeadBench, openWithoutSamples } from './test-leads.ts';

const TABLE = leadTable('apollo');

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await openWithoutSamples(bench, 'apollo');
  await load();
});
afterAll(() => bench.close());

const load = () =>
  loadLeads(bench.deps.warehouse, {
    database: 'apollo',
    mode: 'replace',
    columns: ['first_name'],
    rows: [['Ada']],
  });

const version = () => tableVersion(bench.deps.warehouse, TABLE);

/** The version once the last change is long enough ago. */
async function settled(): Promise<string> {
  await expect.poll(version).not.toBe('');
  return version();
}

it('has a version that changes with the columns of a table and when it is replaced, and not with its rows', async () => {
  const { warehouse } = bench.deps;
  const first = await settled();
  await warehouse.run({ sql: `DELETE FROM ${TABLE} WHERE first_name = 'Ada'` });
  expect(await version()).toBe(first);
  await warehouse.run({ sql: `ALTER TABLE ${TABLE} ADD COLUMN lw_more UInt8` });
  // Another change within the same step would have the same time.
  expect(await tableVersion(warehouse, TABLE, 3600)).toBe('');
  const changed = await settled();
  expect(changed).not.toBe(first);
  await load();
  expect(await settled()).not.toBe(changed);
});

it('is described again only if it may have changed', async () => {
  const { warehouse, clock } = bench.deps;
  await settled();
  const statements: string[] = [];
  const rows: typeof warehouse.rows = (statement, shape, options) => {
    statements.push(statement.sql);
    return warehouse.rows(statement, shape, options);
  };
  const states = createLeadStates({ warehouse: { ...warehouse, rows }, clock, samples: 0 });
  /** The statements about columns that a state needs, long after the one before. */
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  async function descriptions() {
    now += 60_000;
    statements.length = 0;
    const { table } = await states.state('apollo');
    return { table, described: statements.filter((sql) => sql.includes('system.columns')).length };
  }
  const first = await descriptions();
  expect(first.described).toBeGreaterThan(0);
  expect(await descriptions()).toEqual({ table: first.table, described: 0 });
  await warehouse.run({ sql: `ALTER TABLE ${TABLE} DROP INDEX lw_find_keyword_index` });
  const changed = await descriptions();
  expect(changed.described).toBeGreaterThan(0);
  const hasIndex = ({ table }: typeof first) => table.searched?.indexed?.has('lw_find_keyword');
  expect([first, changed].map(hasIndex)).toEqual([true, false]);
});
