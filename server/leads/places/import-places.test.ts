import { globSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { noFilters } from '#contract/lead-filters.ts';
import { leadWork } from '../daily-lead-work.ts';
import { fillHere } from '../fill-lock.ts';
import { currentImports } from '../import-records.ts';
import { recordInterrupted } from '../interrupted-imports.ts';
import { createTable, dropTable, exchangeTables } from '../lead-tables.ts';
import { LEAD_COMMANDS } from '../operator-commands.ts';
import { addOptOutsAndDeleteLeads, inEachTable } from '../opted-out-leads.ts';
import { deleteExpired } from '../retention.ts';
import { tableId } from '../table-facts.ts';
import { type LeadBench, openLeadBench, parseOptOuts } from '../test-leads.ts';
import { importPlaces, type PlaceImportRequest } from './import-places.ts';
import { dropAbandoned, LIVE, LOADING } from './place-load.ts';
import { type TestPlace, writePlaceFile } from './test-place-files.ts';

let bench: LeadBench;
let folder: string;
beforeAll(async () => {
  bench = await openLeadBench();
  folder = mkdtempSync(join(tmpdir(), 'leadwell-places-'));
});
afterEach(() => bench.deps.leadSearch.invalidate('local_businesses'));
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

const ALL = { countries: [], categories: [], minConfidence: 0, date: null };
const DAY_MS = 86_400_000;
const notes: string[] = [];
const output = { note: (text: string) => notes.push(text) };
const write = async (name: string, ...args: [readonly TestPlace[], ('current' | '2025' | '2024')?]) => {
  const path = join(folder, `${name}.parquet`);
  await writePlaceFile(bench.deps.warehouse, path, ...args);
  return path;
};
const load = (files: string[], request: Partial<PlaceImportRequest> = {}, partRows?: number) => {
  // Imports of the same moment have no order.
  bench.deps.clock.advance(1000);
  return importPlaces(bench.deps, { files, ...ALL, ...request }, output, partRows);
};
const found = async () => {
  bench.deps.leadSearch.invalidate('local_businesses');
  return (await bench.deps.leadSearch.page('local_businesses', noFilters(), { limit: 25, offset: 0 })).leads;
};
const ids = async () => (await found()).map(({ id }) => id).sort();

const ROOFER: TestPlace = {
  id: 'roofer',
  name: 'Dach & Co\tGmbH',
  address: { freeform: 'Weg 1', region: 'DE-BE' },
  phones: ['+49 30 1', '+49 30 2'],
  websites: ['https://dach.example/'],
  emails: ['info@dach.example'],
  socials: ['https://www.facebook.com/1'],
  brand: 'Dach',
  status: 'open',
  confidence: 0.875,
  datasets: ['meta', 'Foursquare'],
};

it.each([
  ['current', 'CC0-1.0', 'services; roofing', 'open'],
  ['2025', 'CDLA-Permissive-2.0; Apache-2.0', 'services; roofing', 'open'],
  ['2024', 'CDLA-Permissive-2.0; Apache-2.0', 'services; roofing', ''],
] as const)('imports the columns of %s files', async (release, license, categories, status) => {
  const report = await load([await write('columns', [ROOFER], release)], { date: '2026-08-19' });
  expect(report).toMatchObject({ read: 1, places: 1, optedOut: 0, resumedParts: 0 });
  expect(await found()).toEqual([
    {
      name: 'Dach & Co GmbH',
      category: 'roofing',
      address: 'Weg 1',
      city: 'Berlin',
      postcode: '10115',
      region: 'BE',
      country: 'DE',
      phones: '+49 30 1; +49 30 2',
      websites: 'https://dach.example/',
      emails: 'info@dach.example',
      socials: 'https://www.facebook.com/1',
      brand: 'Dach',
      status,
      categories,
      confidence: '0.875',
      latitude: '52.5',
      longitude: '13.4',
      source: 'Overture Maps (meta; Foursquare)',
      license,
      id: 'roofer',
    },
  ]);
  const [record] = await currentImports(bench.deps.warehouse, 'local_businesses');
  expect(record).toMatchObject({ mode: 'replace', preset: 'overture', rows: 1, dataDate: '2026-08-19' });
});

it('imports only the countries, categories and confidence that are asked for', async () => {
  const path = await write('filters', [
    ROOFER,
    { id: 'abroad', address: { country: 'AT' } },
    { id: 'baker', category: 'bakery', hierarchy: ['food', 'bakery'] },
    { id: 'unsure', confidence: 0.2 },
    { id: 'nameless', name: '' },
  ]);
  await load([path], { countries: ['DE'], categories: ['roofing'], minConfidence: 0.7 });
  expect(await ids()).toEqual(['roofer']);
  await load([path], { categories: ['food'] });
  expect(await ids()).toEqual(['baker']);
  await load([path]);
  expect(await ids()).toEqual(['abroad', 'baker', 'roofer', 'unsure']);
});

it('changes nothing if no place matches, a place is there twice, or a file is another one', async () => {
  const path = await write('kept', [ROOFER]);
  await load([path]);
  const again = await write('again', [ROOFER, { id: 'other' }]);
  await expect(load([path], { countries: ['FR'] })).rejects.toThrow('No place in these files matches.');
  await expect(load([path, again])).rejects.toThrow('The files have 1 place twice.');
  const other = join(folder, 'other.parquet');
  await bench.deps.warehouse.run({
    sql: `INSERT INTO FUNCTION file('${other}', 'Parquet') SELECT '1' AS id`,
  });
  await expect(load([other])).rejects.toThrow("isn't one of Overture Places: it has no name");
  await expect(load([join(folder, 'none.parquet')])).rejects.toThrow("can't be read");
  expect(await ids()).toEqual(['roofer']);
});

it('leaves out who opted out, and deletes who does so later', async () => {
  const places: TestPlace[] = [
    ROOFER,
    { id: 'mail', emails: ['a@other.example', 'quiet@mail.example'] },
    { id: 'phone', phones: ['+49 30 999', '030 555 7788'] },
    { id: 'site', websites: ['https://a.example/', 'https://shop.quiet.example/x'] },
    { id: 'profile', socials: ['https://www.facebook.com/2', 'https://www.linkedin.com/in/Quiet-One/'] },
  ];
  await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('quiet@mail.example', '+49 30 5557788'));
  expect(await load([await write('opted-out', places)])).toMatchObject({ places: 3, optedOut: 2 });
  expect(await ids()).toEqual(['profile', 'roofer', 'site']);
  await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('quiet.example', 'linkedin.com/in/quiet-one'));
  expect(await ids()).toEqual(['roofer']);
});

const MANY = ['a', 'b', 'c', 'd', 'e'].map((id): TestPlace => ({ id }));
const interrupted = new Error('interrupted');

/** Imports a file as a process that is killed once its places are live, before the import is in the catalog. */
async function endEarly(path: string): Promise<void> {
  const { warehouse } = bench.deps;
  const insertLines = warehouse.insertLines.bind(warehouse);
  const spy = vi
    .spyOn(warehouse, 'insertLines')
    .mockImplementation((...call) =>
      call[0] === 'leads.imports' ? Promise.reject(interrupted) : insertLines(...call),
    );
  await expect(load([path])).rejects.toThrow(interrupted);
  spy.mockRestore();
}

it('goes on after an interruption with what was not loaded', async () => {
  await load([await write('before', [ROOFER])]);
  const path = await write('many', MANY);
  const request = { files: [path], ...ALL };
  let parts = 0;
  const stop = {
    ...output,
    progress: () => {
      parts += 1;
      if (parts === 2) throw interrupted;
    },
  };
  await expect(importPlaces(bench.deps, request, stop, 2)).rejects.toThrow(interrupted);
  expect(await ids()).toEqual(['roofer']);
  // As if it had been killed before the second part was marked, but with its rows.
  await bench.deps.warehouse.run({ sql: 'DELETE FROM leads.place_parts WHERE part = 1' });
  const progress: number[] = [];
  const report = await importPlaces(
    bench.deps,
    request,
    { ...output, progress: ({ rows }) => progress.push(rows) },
    2,
  );
  expect(report).toMatchObject({ read: 5, places: 5, resumedParts: 1 });
  expect(progress).toEqual([2, 4, 5]);
  expect(notes).toContain('Going on with an interrupted import: 1 of 3 parts is loaded.');
  expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('starts again if the files or filters are others', async () => {
  const path = await write('changed', MANY);
  const progress = () => {
    throw interrupted;
  };
  await expect(
    importPlaces(bench.deps, { files: [path], ...ALL }, { ...output, progress }, 2),
  ).rejects.toThrow(interrupted);
  expect(await load([path], { minConfidence: 0.5 }, 2)).toMatchObject({ places: 5, resumedParts: 0 });
});

it('deletes who opts out also from an import that was interrupted', async () => {
  const path = await write('unfinished', [...MANY, ROOFER]);
  const progress = () => {
    throw interrupted;
  };
  const request = { files: [path], ...ALL };
  await expect(importPlaces(bench.deps, request, { ...output, progress })).rejects.toThrow(interrupted);
  const left = async () => {
    const rows = await bench.deps.warehouse.rows(
      { sql: "SELECT id FROM leads.local_businesses_loading WHERE emails != ''" },
      z.object({ id: z.string() }),
    );
    return rows.map(({ id }) => id);
  };
  expect(await left()).toEqual(['roofer']);
  await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('dach.example'));
  expect(await left()).toEqual([]);
});

it('loads everything again if its places were dropped after it ended early', async () => {
  const path = await write('dropped', MANY);
  const { deps } = bench;
  await endEarly(path);
  const drop = LEAD_COMMANDS.find(({ name }) => name === 'leads-drop');
  await drop?.run(deps as never, { database: 'local_businesses' }, { row: () => {}, note: () => {} });
  expect(await ids()).toEqual([]);
  expect(await load([path])).toMatchObject({ places: 5, resumedParts: 0 });
  expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('does not bring the earlier places back if it ended after they were replaced', async () => {
  await load([await write('older', [{ id: 'older', emails: ['info@older.example'] }])]);
  const path = await write('newer', MANY);
  const { warehouse } = bench.deps;
  await endEarly(path);
  expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
  await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts('info@older.example'));
  expect(await load([path])).toMatchObject({ places: 5, optedOut: 0 });
  expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
  const [record] = await currentImports(warehouse, 'local_businesses');
  expect(record).toMatchObject({ mode: 'replace', rows: 5 });
  // The next import starts anew.
  expect(await load([path])).toMatchObject({ resumedParts: 0, places: 5 });
});

it('keeps its places when the time of those before is over, and is listed with them, if it ended early', async () => {
  await load([await write('short', [{ id: 'short' }])], { deleteAfter: '1 day' });
  const path = await write('kept-longer', MANY);
  await endEarly(path);
  const { deps } = bench;
  const [short] = await currentImports(deps.warehouse, 'local_businesses');
  const clock = { now: () => deps.clock.now() + 2 * DAY_MS };
  expect([...(await deleteExpired({ ...deps, clock }))]).toEqual([]);
  expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(await recordInterrupted(deps.warehouse)).toEqual(['local_businesses']);
  const [listed, ...others] = await currentImports(deps.warehouse, 'local_businesses');
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ mode: 'replace', rows: 5, deleteAfter: '' });
  expect(listed?.id).not.toBe(short?.id);
  // The same import keeps the time of the places, and says anew how long they are kept.
  deps.clock.advance(1000);
  expect(await load([path], { deleteAfter: '1 day' })).toMatchObject({ places: 5 });
  expect(await currentImports(deps.warehouse, 'local_businesses')).toMatchObject([
    { id: listed?.id, at: listed?.at, deleteAfter: '1 day' },
  ]);
  expect([...(await deleteExpired({ ...deps, clock }))]).toEqual([['local_businesses', 5]]);
});

it('loads everything again if it ended early and its places are gone', async () => {
  const path = await write('gone', MANY);
  await endEarly(path);
  await bench.deps.warehouse.run({ sql: `TRUNCATE TABLE ${LIVE}` });
  expect(await load([path])).toMatchObject({ places: 5, resumedParts: 0 });
  expect(await ids()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('deletes what it left when no one continues it for a week', async () => {
  const { warehouse, config } = bench.deps;
  const path = await write('left', MANY);
  const progress = () => {
    throw interrupted;
  };
  const request = { files: [path], ...ALL };
  await expect(importPlaces(bench.deps, request, { ...output, progress }, 2)).rejects.toThrow(interrupted);
  const isLeft = async () => (await tableId(warehouse, LOADING)) !== undefined;
  const began = (daysAgo: number) => {
    const cwd = join(config.DATA_DIR, 'warehouse');
    const [definition = ''] = globSync('**/local_businesses_loading.sql', { cwd });
    const at = Date.now() / 1000 - daysAgo * 86_400;
    utimesSync(join(cwd, definition), at, at);
  };
  began(6);
  expect(await dropAbandoned(warehouse)).toBe(false);
  expect(await isLeft()).toBe(true);
  began(8);
  await fillHere(warehouse, 'local_businesses', async () => {
    expect(await dropAbandoned(warehouse)).toBe(false);
  });
  await leadWork(bench.deps)();
  expect(await isLeft()).toBe(false);
  expect(await load([path], {}, 2)).toMatchObject({ places: 5, resumedParts: 0 });
});

it('lets an erasure go on if its table goes live or is deleted meanwhile, but not after another failure', async () => {
  const { warehouse } = bench.deps;
  await load([await write('erased', [ROOFER])]);
  const other = `${LOADING}_other`;
  const erase = async (meanwhile: () => Promise<void>) => {
    const seen: string[] = [];
    for (const table of [LOADING, other]) await createTable(warehouse, 'local_businesses', table, []);
    try {
      const refused = await inEachTable(bench.deps, async (_, table) => {
        seen.push(table);
        if (table !== LOADING) return;
        await meanwhile();
        throw new Error('Unknown table');
      });
      expect(refused).toEqual([]);
    } finally {
      for (const table of [LOADING, other]) await dropTable(warehouse, table);
    }
    return seen;
  };
  expect(await erase(() => exchangeTables(warehouse, LOADING, other))).toContain(LOADING);
  expect(await erase(() => dropTable(warehouse, LOADING))).toContain(LOADING);
  await expect(erase(async () => {})).rejects.toThrow('Unknown table');
});

it('deletes the places that it replaced, also if it ended early', async () => {
  await load([await write('replaced', [ROOFER])]);
  const path = await write('replacing', MANY);
  await endEarly(path);
  expect(await tableId(bench.deps.warehouse, LOADING)).toBeDefined();
  expect(await dropAbandoned(bench.deps.warehouse)).toBe(true);
  expect(await tableId(bench.deps.warehouse, LOADING)).toBeUndefined();
  expect(await load([path])).toMatchObject({ places: 5, resumedParts: 1 });
});
