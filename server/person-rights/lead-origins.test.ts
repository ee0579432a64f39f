import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ImportRequest, importLeads } from '../leads/import/import-leads.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { importPlaces } from '../leads/places/import-places.ts';
import { type TestPlace, writePlaceFile } from '../leads/places/test-place-files.ts';
import { type LeadBench, openLeadBench } from '../leads/test-leads.ts';
import { PERSON_PARTS } from '../person-parts.ts';
import { parsePerson } from './person-check.ts';
import { searchPerson } from './person-report.ts';
import { reportLetter } from './report-letter.ts';

let bench: LeadBench;
const folder = mkdtempSync(join(tmpdir(), 'leadwell-origins-'));
beforeAll(async () => {
  bench = await openLeadBench();
  await bench.deps.queue.start();
});
afterAll(async () => {
  await bench.deps.queue.stop({ graceful: false });
  await bench.close();
  rmSync(folder, { recursive: true });
});

const at = (day: string) => ({ now: () => Date.parse(`${day}T12:00:00Z`) });

async function load(day: string, emails: readonly string[], request: Partial<ImportRequest>): Promise<void> {
  const file = join(folder, 'leads.csv');
  writeFileSync(
    file,
    ['first_name,last_name,title,email', ...emails.map((one) => `A,B,C,${one}`)].join('\n'),
  );
  const base = {
    file,
    database: 'apollo',
    preset: 'own',
    licence: 'CC0',
    date: null,
    dryRun: false,
  } as const;
  await importLeads(
    { ...bench.deps, clock: at(day) },
    { ...base, mode: 'append', source: 'Fair', refusedFile: join(folder, 'refused.csv'), ...request },
    { note: () => {} },
  );
}

const report = async (person: string) =>
  (await searchPerson(bench.deps, parsePerson([person]), PERSON_PARTS)).report;
const origins = async (person: string) => (await report(person)).records.map((record) => record.origins);

it('names only the import that a lead is from, and when the person was collected first', async () => {
  await load('2026-01-10', ['ann@firm.example'], { mode: 'replace' });
  await load('2026-02-10', ['ann@firm.example', 'ben@firm.example'], {
    source: 'Register',
    date: '2026-02-01',
  });
  const fair = { source: 'Fair', license: 'CC0', dataDate: expect.any(String) };
  const first = '2026-01-10T12:00:00.000Z';
  expect(await origins('ann@firm.example')).toEqual([[{ ...fair, importedAt: first, collectedAt: first }]]);
  expect(await origins('ben@firm.example')).toMatchObject([
    [{ source: 'Register', dataDate: '2026-02-01', collectedAt: '2026-02-10T12:00:00.000Z' }],
  ]);
  await load('2026-03-10', ['ann@firm.example'], { mode: 'replace' });
  const later = '2026-03-10T12:00:00.000Z';
  expect(await origins('ann@firm.example')).toEqual([[{ ...fair, importedAt: later, collectedAt: first }]]);
  const letter = reportLetter(await report('ann@firm.example'));
  expect(letter).toContain('Source: Fair, license: CC0, obtained January 10, 2026');
});

it('names the oldest import of leads that earlier versions stored', async () => {
  await load('2026-04-10', ['ann@firm.example'], { mode: 'replace' });
  await load('2026-05-10', ['ben@firm.example'], { source: 'Register' });
  await bench.deps.warehouse.run({
    sql: "ALTER TABLE leads.apollo UPDATE lw_import = '', lw_collected = 0 WHERE true SETTINGS mutations_sync = 1",
  });
  const collectedAt = '2026-04-10T12:00:00.000Z';
  for (const person of ['ann@firm.example', 'ben@firm.example'])
    expect(await origins(person)).toMatchObject([[{ source: 'Fair', collectedAt }]]);
});

it('says that a place is of an import that has not ended', async () => {
  const file = join(folder, 'places.parquet');
  const places: TestPlace[] = [{ id: 'a', emails: ['jane@sole.example'] }, { id: 'b' }];
  await writePlaceFile(bench.deps.warehouse, file, places);
  const request = { files: [file], countries: [], categories: [], minConfidence: 0, date: null };
  const stop = () => {
    throw new Error('stopped');
  };
  const deps = { ...bench.deps, clock: at('2026-06-10') };
  await expect(importPlaces(deps, request, { note: () => {}, progress: stop })).rejects.toThrow('stopped');
  const { records } = await report('jane@sole.example');
  expect(records).toMatchObject([{ within: 'an import that has not ended', origins: [] }]);
  await importPlaces(deps, request, { note: () => {} });
  expect((await report('jane@sole.example')).records).toMatchObject([
    {
      within: null,
      origins: [{ license: expect.stringContaining('CDLA'), collectedAt: '2026-06-10T12:00:00.000Z' }],
    },
  ]);
});

it('finds a lead of Sales Navigator by the phone in its column Mobile', async () => {
  const { leadSearch, warehouse } = bench.deps;
  await leadSearch.state('sales_navigator');
  await loadLeads(warehouse, {
    database: 'sales_navigator',
    mode: 'replace',
    columns: ['Full_name', 'Mobile'],
    rows: [
      ['Kay Moe', '+49 151 2223334'],
      ['Lou Nye', '+49 151 2223335'],
    ],
  });
  const { records } = await report('+49 151 2223334');
  expect(records.map(({ data }) => data)).toEqual([{ Full_name: 'Kay Moe', Mobile: '+49 151 2223334' }]);
});
