import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTable } from '#engines/csv/read-table.ts';
import { importPlaces } from '../places/import-places.ts';
import { type TestPlace, writePlaceFile } from '../places/test-place-files.ts';
import { type LeadBench, openLeadBench } from '../test-leads.ts';
import { readCollections } from './collections.ts';
import { countNotices } from './notice-counts.ts';
import { markNoticeFile, writeNoticeFile } from './notice-file.ts';
import { ensureSentTable, forgetGone } from './sent-notices.ts';

let bench: LeadBench;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-place-notices-'));
beforeAll(async () => {
  bench = await openLeadBench();
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

const JANE: TestPlace = {
  id: 'jane',
  name: 'Jane Miller Plumbing',
  phones: ['+49 30 1', '+49 30 2'],
  emails: ['jane@miller.example', 'office@miller.example'],
};
const PHONE_ONLY: TestPlace = { id: 'phone', name: 'Quiet Roofing', phones: ['+49 30 3'] };
const CHAIN: TestPlace = { id: 'chain', name: 'Big Chain 17', phones: ['+49 30 4'], brand: 'Big Chain' };
const NO_CONTACT: TestPlace = { id: 'none', name: 'Old Mill', websites: ['https://mill.example/'] };

/** Imports a release at noon of a day, in parts of two places. */
async function load(day: string, places: readonly TestPlace[]): Promise<void> {
  const file = join(folder, `${day}.parquet`);
  await writePlaceFile(bench.deps.warehouse, file, places);
  const request = { files: [file], countries: [], categories: [], minConfidence: 0, date: null };
  const clock = { now: () => Date.parse(`${day}T12:00:00Z`) };
  await importPlaces({ ...bench.deps, clock }, request, { note: () => {} }, 2);
}

const out = join(folder, 'notices.csv');
async function listed(columns: readonly string[]): Promise<string[]> {
  const { warehouse } = bench.deps;
  await ensureSentTable(warehouse);
  const collections = await readCollections(warehouse, 'local_businesses');
  rmSync(out, { force: true });
  await writeNoticeFile(warehouse, collections, { all: true, dueBy: null }, out);
  const body = readFileSync(out, 'utf8').replace(/^\ufeff/, '');
  const [header = [], ...rows] = readTable({ body, delimiter: ',', linesBefore: 0 }).map(
    ({ cells }) => cells,
  );
  return rows.map((row) => columns.map((column) => row[header.indexOf(column)]).join(' | ')).sort();
}

it('registers places that may be of sole traders, from the day that they were collected first', async () => {
  await load('2026-01-31', [JANE, CHAIN, NO_CONTACT]);
  await load('2026-02-20', [NO_CONTACT, PHONE_ONLY, JANE, CHAIN]);
  expect(await listed(['name', 'email', 'phone', 'country', 'obtained', 'due', 'sent'])).toEqual([
    'Jane Miller Plumbing | jane@miller.example | +49 30 1 | DE | 2026-01-31 | 2026-02-28 | ',
    'Quiet Roofing |  | +49 30 3 | DE | 2026-02-20 | 2026-03-20 | ',
  ]);
  const clock = { now: () => Date.parse('2026-03-01T00:00:00Z') };
  expect(await countNotices({ ...bench.deps, clock })).toMatchObject([
    { database: 'local_businesses', people: 2, sent: 0, overdue: 1, soon: 1 },
  ]);
});

it('keeps who was told over the next release, and forgets who is gone', async () => {
  const { warehouse } = bench.deps;
  expect(await markNoticeFile(warehouse, out, '2026-03-02')).toEqual({ marked: 2, refused: 0 });
  await load('2026-03-20', [JANE, CHAIN]);
  expect(await listed(['name', 'obtained', 'sent'])).toEqual([
    'Jane Miller Plumbing | 2026-01-31 | 2026-03-02',
  ]);
  expect(await forgetGone(warehouse)).toBe(1);
  await load('2026-04-20', [JANE, PHONE_ONLY]);
  expect(await listed(['name', 'obtained', 'sent'])).toEqual([
    'Jane Miller Plumbing | 2026-01-31 | 2026-03-02',
    'Quiet Roofing | 2026-04-20 | ',
  ]);
});

it('counts places of an earlier version from their last import', async () => {
  const { warehouse } = bench.deps;
  await load('2026-05-20', [JANE]);
  await warehouse.run({
    sql: 'ALTER TABLE leads.local_businesses UPDATE lw_collected = 0 WHERE true SETTINGS mutations_sync = 1',
  });
  expect(await listed(['obtained'])).toEqual(['2026-05-20']);
  await load('2026-06-20', [PHONE_ONLY, JANE]);
  expect(await listed(['name', 'obtained'])).toEqual([
    'Jane Miller Plumbing | 2026-05-20',
    'Quiet Roofing | 2026-06-20',
  ]);
});
