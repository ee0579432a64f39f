import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentImports, recordImport } from './import-records.ts';
import { ensureTables } from './lead-tables.ts';
import { type LeadBench, openLeadBench } from './test-leads.ts';

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(() => bench.close());

it('lists imports of the same moment in the order in which they were recorded', async () => {
  const { warehouse, clock } = bench.deps;
  await ensureTables(warehouse, 'apollo');
  const record = (id: string, mode: 'replace' | 'append', source: string) =>
    recordImport(warehouse, {
      id,
      database: 'apollo',
      mode,
      at: new Date(clock.now()).toISOString(),
      source,
      licence: 'owned',
      dataDate: '',
      preset: 'own',
      rows: 1,
      duplicates: 0,
      refused: 0,
      columns: [],
    });
  await record('f', 'append', 'before');
  await record('e', 'replace', 'first');
  for (const id of ['d', 'c', 'b', 'a']) await record(id, 'append', id);
  await record('c', 'append', 'c again');
  const sources = async () => (await currentImports(warehouse, 'apollo')).map(({ source }) => source);
  expect(await sources()).toEqual(['first', 'd', 'c again', 'b', 'a']);
  // A catalog of an earlier version.
  await warehouse.run({ sql: 'ALTER TABLE leads.imports DROP COLUMN recorded' });
  expect(await sources()).toContain('first');
  await ensureTables(warehouse, 'apollo');
  clock.advance(1000);
  await record('g', 'replace', 'last');
  expect((await sources()).slice(-1)).toEqual(['last']);
});
