import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAIT } from '../../../e2e/fixtures/wait.ts';
import { startLeadSaves } from '../../lists/save-leads-worker.ts';
import { type LeadBench, openLeadBench, type Searcher } from '../test-leads.ts';
import { importPlaces } from './import-places.ts';
import { type TestPlace, writePlaceFile } from './test-place-files.ts';

const PLACES: readonly TestPlace[] = [
  {
    id: 'berlin',
    name: 'Dächer Weiß',
    phones: ['+49 30 1'],
    websites: ['https://weiss.example/'],
    emails: ['info@weiss.example'],
    status: 'open',
  },
  {
    id: 'potsdam',
    name: 'Spree Bakery',
    category: 'bakery',
    hierarchy: ['food_and_drink', 'bakery'],
    at: [13.06, 52.55],
    address: { locality: 'Potsdam', postcode: '14467', region: 'BB' },
    websites: ['https://spree.example/'],
    brand: 'Spree',
    status: 'temporarily_closed',
  },
  {
    id: 'vienna',
    name: 'Wien Dach',
    at: [16.37, 48.2],
    address: { locality: 'Wien', postcode: '1010', region: 'AT-9', country: 'AT' },
    phones: ['+43 1 2'],
  },
  {
    id: 'fiji',
    name: 'Taveuni Roofs',
    at: [-179.95, -16.8],
    address: { locality: 'Taveuni', postcode: 'é 1', country: 'FJ' },
    websites: ['https://taveuni.example/', 'https://www.Roofs.example/fiji', 'https://fj.group.example'],
    brand: 'Roofs',
  },
];
const EVERYWHERE = { excludeCompanies: ['nobody'] };

let bench: LeadBench;
let folder: string;
let person: Searcher;
let stop: () => Promise<void>;
beforeAll(async () => {
  bench = await openLeadBench();
  await bench.deps.queue.start();
  stop = await startLeadSaves(bench.deps);
  folder = mkdtempSync(join(tmpdir(), 'leadwell-businesses-'));
  person = await bench.person({ credits: 100 });
});
afterAll(async () => {
  await stop();
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = async (body: object) => {
  const reply = await person.call('local_businesses', body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};
const search = async (filters: object) => {
  const { leads } = await call({ action: 'search', filters });
  const { count } = await call({ action: 'count', filters });
  const ids = leads.map(({ id }: { id: string }) => id).sort();
  expect(count).toBe(ids.length);
  return ids;
};
const load = async (places: readonly TestPlace[]) => {
  const path = join(folder, 'places.parquet');
  await writePlaceFile(bench.deps.warehouse, path, places);
  const request = { files: [path], countries: [], categories: [], minConfidence: 0, date: '2026-08-19' };
  return importPlaces(bench.deps, request, { note: () => {} });
};

it('has no businesses, and no made-up ones, before an import', async () => {
  expect(await call({ action: 'total' })).toEqual({
    total: 0,
    sample: false,
    source: null,
    licence: null,
    importedAt: null,
    deleteOn: null,
  });
  expect(await search(EVERYWHERE)).toEqual([]);
});

describe('after an import', () => {
  beforeAll(async () => {
    await load(PLACES);
  });

  it('says how many there are and under what licenses', async () => {
    expect(await call({ action: 'total' })).toMatchObject({
      total: 4,
      sample: false,
      source: 'Overture Maps Foundation, Places',
      licence: expect.stringContaining('CDLA-Permissive-2.0'),
      importedAt: expect.any(String),
    });
    expect(await call({ action: 'suggestions' })).toEqual({ suggestions: ['roofing', 'bakery'] });
  });

  it.each([
    [{ includeCategories: ['Roofing'] }, 'berlin fiji vienna'],
    [{ excludeCategories: ['roofing'] }, 'potsdam'],
    [{ includeCategories: ['Food and drink'] }, 'potsdam'],
    [{ includeCategories: ['food-and-drink', 'roofing'] }, 'berlin fiji potsdam vienna'],
    [{ excludeCategories: ['food_and_drink'] }, 'berlin fiji vienna'],
    [{ includeCategories: ['food'] }, ''],
    [{ includeKeywords: ['dacher', 'spree'] }, 'berlin potsdam'],
    [{ includeKeywords: ['food'] }, 'potsdam'],
    [{ excludeKeywords: ['roofing'] }, 'potsdam'],
    [{ includeCompanies: ['dach'] }, 'vienna'],
    [{ includeDomains: ['weiss.example'] }, 'berlin'],
    [{ includeDomains: ['taveuni.example'] }, 'fiji'],
    [{ includeDomains: ['roofs.example'] }, 'fiji'],
    [{ includeDomains: ['group.example'] }, 'fiji'],
    [{ includeDomains: ['oofs.example'] }, ''],
    [{ excludeDomains: ['roofs.example', 'weiss.example'] }, 'potsdam vienna'],
    [{ includeCountries: ['Deutschland'] }, 'berlin potsdam'],
    [{ includeCountries: ['at', 'Fiji'] }, 'fiji vienna'],
    [{ excludeCountries: ['Germany'] }, 'fiji vienna'],
    [{ includeRegions: ['bb', '9'] }, 'potsdam vienna'],
    [{ includeRegions: ['DE-BB', 'at-9'] }, 'potsdam vienna'],
    [{ excludeRegions: ['DE-BB'] }, 'berlin fiji vienna'],
    [{ includeCities: ['BERLIN'] }, 'berlin'],
    [{ excludeCities: ['berlin', 'wien'] }, 'fiji potsdam'],
    [{ includePostcodes: ['1'] }, 'berlin potsdam vienna'],
    [{ includePostcodes: ['144', 'É'] }, 'fiji potsdam'],
    [{ includePostcodes: ['144', '1010', '2'] }, 'potsdam vienna'],
    [{ includePostcodes: Array.from({ length: 250 }, (_, index) => `${14_300 + index}`) }, 'potsdam'],
    [{ excludePostcodes: ['1'] }, 'fiji'],
    [{ excludePostcodes: ['101', '1446'] }, 'fiji'],
    [{ excludePostcodes: ['101', '1446', ...'2345678'] }, 'fiji'],
    [{ includePostcodes: ['é', ...'23456789'] }, 'fiji'],
    [{ includePlaces: ['10115', 'potsdam'] }, 'berlin potsdam'],
    [{ near: { latitude: 52.5, longitude: 13.4, kilometers: 5 } }, 'berlin'],
    [{ near: { latitude: 52.5, longitude: 13.4, kilometers: 30 } }, 'berlin potsdam'],
    [{ near: { latitude: 52.4, longitude: 13.4, kilometers: 11 } }, ''],
    [{ near: { latitude: -16.8, longitude: 179.95, kilometers: 20 } }, 'fiji'],
    [{ near: { latitude: 89.9, longitude: 0, kilometers: 500 } }, ''],
    [{ hasPhone: true }, 'berlin vienna'],
    [{ hasWebsite: true }, 'berlin fiji potsdam'],
    [{ hasEmail: true, hasPhone: true }, 'berlin'],
    [{ open: true }, 'berlin fiji vienna'],
    [{ chain: true }, 'fiji potsdam'],
    [{ chain: false, hasWebsite: true }, 'berlin'],
    [EVERYWHERE, 'berlin fiji potsdam vienna'],
  ])('finds by %j', async (filters, expected) => {
    expect(await search(filters)).toEqual(expected.split(' ').filter(Boolean));
  });

  it.each([
    [{ near: { latitude: 91, longitude: 0, kilometers: 5 } }],
    [{ near: { latitude: 0, longitude: 0, kilometers: 501 } }],
    [{ near: { latitude: 0, longitude: 0, kilometers: 0 } }],
    [{ includeJobTitles: ['ceo'] }],
    [{ chain: 'yes' }],
  ])('refuses %j', async (filters) => {
    const { status, body } = await person.call('local_businesses', { action: 'count', filters });
    expect([status, body.error?.code ?? body.code]).toEqual([400, 'validation_failed']);
  });

  it('counts them in the cells of a map', async () => {
    expect(await call({ action: 'map', filters: EVERYWHERE })).toEqual({
      dots: [
        { longitude: expect.closeTo(-179.95, 3), latitude: expect.closeTo(-16.8, 3), count: 1 },
        { longitude: expect.closeTo(16.37, 3), latitude: expect.closeTo(48.2, 3), count: 1 },
        { longitude: expect.closeTo(13.23, 2), latitude: expect.closeTo(52.525, 3), count: 2 },
      ],
      // From Potsdam eastwards to Fiji, which is shorter than from Fiji eastwards to Vienna.
      box: {
        west: expect.closeTo(13.06, 2),
        south: expect.closeTo(-16.8, 3),
        east: expect.closeTo(-179.95, 3),
        north: expect.closeTo(52.55, 3),
      },
    });
    const dots = async (box: object, filters: object = EVERYWHERE) =>
      (await call({ action: 'map', filters, box })).dots.map(({ count }: { count: number }) => count);
    const brandenburg = { west: 13, south: 52, east: 14, north: 53 };
    expect(await dots(brandenburg)).toEqual([1, 1]);
    expect(await dots(brandenburg, { includeCities: ['potsdam'] })).toEqual([1]);
    expect(await dots({ west: 170, south: -20, east: -170, north: 0 })).toEqual([1]);
    const nothing = { action: 'map', filters: { includeCities: ['Paris'] } };
    expect(await call(nothing)).toEqual({ dots: [], box: null });
  });

  it('charges an export once, and writes source and license into it whatever it asks for', async () => {
    const filters = { includeCountries: ['DE'] };
    const options = { filters, columns: ['name', 'websites'], bom: false };
    expect(await call({ action: 'quote', ...options })).toEqual({ leads: 2, repeats: 0, cost: 2 });
    const file = await (await person.exportFile('local_businesses', options)).text();
    expect(file.split('\r\n').sort()).toEqual([
      '',
      '"Dächer Weiß","https://weiss.example/","Overture Maps (meta)","CC0-1.0"',
      '"Spree Bakery","https://spree.example/","Overture Maps (meta)","CC0-1.0"',
      'name,websites,source,license',
    ]);
    expect((await person.account()).credits).toBe(98);
    // The places of a later release have the same ids.
    await load([...PLACES, { id: 'new', name: 'New' }]);
    const { leads } = await call({ action: 'export', ...options });
    expect(leads.map((lead: object) => Object.keys(lead))).toEqual(
      Array(3).fill(['name', 'websites', 'source', 'license']),
    );
    expect((await person.account()).credits).toBe(97);
  });

  it('leaves out the companies of exclusion lists', async () => {
    const columns = ['Company', 'Website', 'Phone'].map((name) => ({ name }));
    const { id } = (await person.post('list-create', { name: 'Customers', columns })).body;
    const rows = [{ Company: 'Spree Bakery GmbH' }, { Website: 'taveuni.example' }];
    await person.post('list-add-rows', { id, rows });
    await person.post('list-set-exclusion', { id, excludes: 'companies' });
    const { count, leftOut } = await call({ action: 'count', filters: { ...EVERYWHERE, leaveOut: [id] } });
    expect([count, leftOut]).toEqual([3, 2]);
    expect(await search({ inLists: [id] })).toEqual(['fiji', 'potsdam']);
  });

  it('are saved to a list, with the columns that tools take', async () => {
    const { tools } = await person.get('list-lead-tools?database=local_businesses');
    expect(tools.map(({ type }: { type: string }) => type)).toContain('website-extraction');
    const saved = await person.post('list-save-leads', {
      database: 'local_businesses',
      filters: { includeCities: ['Berlin'], hasWebsite: true },
      columns: ['name', 'websites'],
      name: 'Roofers',
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(202);
    const view = async () => (await person.get(`list-lead-save?id=${saved.body.id}`)) as { state: string };
    await expect.poll(view, WAIT).toMatchObject({
      state: 'done',
      added: 1,
      list: { columns: ['name', 'websites', 'source', 'license'] },
    });
  });
});

it('shows both sides of the 180th meridian as neighbors', async () => {
  await load([
    { id: 'suva', at: [179.98, -17] },
    { id: 'taveuni', at: [-179.98, -17] },
    { id: 'kiribati', at: [-178, -3] },
  ]);
  const filters = { near: { latitude: -17, longitude: -179.99, kilometers: 10 } };
  expect(await search(filters)).toEqual(['suva', 'taveuni']);
  expect(await call({ action: 'count', filters })).toMatchObject({ count: 2 });
  const edges = { west: expect.closeTo(179.98, 3), east: expect.closeTo(-179.98, 3) };
  const all = await call({ action: 'map', filters });
  expect(all).toMatchObject({ dots: [{ count: 1 }, { count: 1 }], box: edges });
  const fiji = { west: 170.1, south: -20, east: -170, north: -10 };
  const { dots, box } = await call({ action: 'map', filters: EVERYWHERE, box: fiji });
  // They share a cell, whose middle is on the meridian, not at 0 degrees.
  expect(dots).toEqual([{ longitude: expect.closeTo(180, 3), latitude: expect.closeTo(-17, 3), count: 2 }]);
  expect(box).toMatchObject(edges);
});

it('knows no place of those that are at 0, 0', async () => {
  await load([
    { id: 'unknown', at: [0, 0] },
    { id: 'gulf', at: [0.01, 0] },
  ]);
  expect(await search({ near: { latitude: 0, longitude: 0, kilometers: 5 } })).toEqual(['gulf']);
});

it('suggests every category, not only the most frequent ones', async () => {
  await bench.deps.warehouse.run({
    sql: "INSERT INTO leads.local_businesses (category, id) SELECT concat('rare_', toString(number)), toString(number) FROM numbers(3000)",
  });
  const { suggestions } = await call({ action: 'suggestions', searchTerm: 'rare' });
  expect(suggestions).toHaveLength(3000);
});
