import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { noFilters } from '#contract/lead-filters.ts';
import { countQuery } from '#engines/lead-query/lead-query.ts';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { ensureTables } from '../lead-tables.ts';
import { type LeadBench, openLeadBench } from '../test-leads.ts';
import { importPlaces } from './import-places.ts';
import { writePlaceFile } from './test-place-files.ts';

const DATABASE = 'local_businesses';
const INDEX = 'lw_find_category_path_index';

let bench: LeadBench;
let folder: string;
beforeAll(async () => {
  bench = await openLeadBench();
  folder = mkdtempSync(join(tmpdir(), 'leadwell-categories-'));
  const path = join(folder, 'places.parquet');
  await writePlaceFile(bench.deps.warehouse, path, [
    { id: 'roofer' },
    { id: 'bakery', category: 'bakery', hierarchy: ['food_and_drink', 'bakery'] },
    { id: 'cafe', category: 'café', hierarchy: ['food_and_drink', 'café'] },
  ]);
  const request = { files: [path], countries: [], categories: [], minConfidence: 0, date: '2026-08-19' };
  await importPlaces(bench.deps, request, { note: () => {} });
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

const ofCategories = (include: string[], exclude: string[] = []) => ({
  ...noFilters(),
  industries: { include, exclude },
});

/** Whether searches use the index. All of them must find the same, with it and without it. */
async function isSearchedByIndex(): Promise<boolean> {
  const { leadSearch } = bench.deps;
  leadSearch.invalidate(DATABASE);
  const found = async (include: string[], exclude: string[] = []) => {
    const filters = ofCategories(include, exclude);
    const { leads } = await leadSearch.page(DATABASE, filters, { limit: 25, offset: 0 });
    expect(await leadSearch.count(DATABASE, filters)).toBe(leads.length);
    return leads.map(({ id }) => id).sort();
  };
  const many = Array.from({ length: 300 }, (_, index) => `none_${index}`);
  expect(await found(['roofing'])).toEqual(['roofer']);
  expect(await found(['FOOD_and_drink', 'none'])).toEqual(['bakery', 'cafe']);
  expect(await found([...many, 'Café'])).toEqual(['cafe']);
  expect(await found(['food', 'and', ''])).toEqual([]);
  expect(await found([], ['CAFÉ', ...many])).toEqual(['bakery', 'roofer']);
  expect(await found(['food_and_drink'], ['bakery'])).toEqual(['cafe']);
  return (await leadSearch.state(DATABASE)).table.searched?.indexed?.has('lw_find_category_path') ?? false;
}

/** How many blocks of rows the engine reads to count the places of a category that none has. */
async function readForNone(): Promise<number> {
  const { table } = await bench.deps.leadSearch.state(DATABASE);
  const { sql, params } = countQuery(table, ofCategories(['zoo']));
  const statement = { sql: `EXPLAIN indexes = 1 ${sql}`, params };
  const lines = await bench.deps.warehouse.rows(statement, z.object({ explain: z.string() }));
  const granules = lines.flatMap(({ explain }) => /Granules: (\d+)\//.exec(explain)?.[1] ?? []);
  return Number(granules.at(-1) ?? Number.NaN);
}

async function alter(change: string): Promise<void> {
  await bench.deps.warehouse.run({
    sql: `ALTER TABLE leads.local_businesses ${change} SETTINGS mutations_sync = 2`,
  });
}

async function changes(condition: string): Promise<number> {
  const sql = `SELECT count() AS n FROM system.mutations WHERE table = '${DATABASE}' AND ${condition}`;
  const [row] = await bench.deps.warehouse.rows({ sql }, z.object({ n: z.coerce.number() }));
  return row?.n ?? Number.NaN;
}

it('looks the categories of imported places up in an index', async () => {
  expect(await isSearchedByIndex()).toBe(true);
  expect(await readForNone()).toBe(0);
});

it('compares the texts while the engine makes the index', async () => {
  await alter(`CLEAR INDEX ${INDEX}`);
  expect(await isSearchedByIndex()).toBe(true);
  expect(await readForNone()).toBeGreaterThan(0);
});

it('adds the index to an older table, which is searched without it before', async () => {
  const { warehouse } = bench.deps;
  await alter(`DROP INDEX ${INDEX}`);
  expect(await isSearchedByIndex()).toBe(false);
  expect(await readForNone()).toBeGreaterThan(0);
  await ensureTables(warehouse, DATABASE);
  expect(await isSearchedByIndex()).toBe(true);
  await expect.poll(() => changes('NOT is_done'), WAIT).toBe(0);
  expect(await isSearchedByIndex()).toBe(true);
  expect(await readForNone()).toBe(0);
  const started = await changes('1');
  await ensureTables(warehouse, DATABASE);
  expect(await changes('1')).toBe(started);
});
