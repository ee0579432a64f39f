import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { PresetCompany } from '../engine/preset-companies.ts';
import type { CompanyPorts } from './ports.ts';
import { type CompanyBench, openCompanyBench } from './test-companies.ts';

let bench: CompanyBench;
beforeAll(async () => {
  bench = await openCompanyBench();
});
afterEach(() => bench.closeRuns());
afterAll(() => bench.close());

function company(known: Partial<PresetCompany> & Pick<PresetCompany, 'names'>): PresetCompany {
  return {
    preset: 'bigpicture',
    country: 'DE',
    cities: ['ulm'],
    domain: null,
    isOtherName: false,
    through: null,
    ...known,
  };
}

/** The row of one name, with what imported data has for it. */
async function find(
  input: string | { company_name: string; country?: string; city?: string },
  ...presets: PresetCompany[]
) {
  const ports: Pick<CompanyPorts, 'known'> = {
    known: { lookUp: async (keys) => keys.map(() => ({ operator: [], leads: [], presets })) },
  };
  return (await bench.one([input], bench.make({}, ports))).row;
}

const ANBIETERWERK = company({ names: ['Anbieterwerk'], domain: 'anbieterwerk-online.de' });

it('takes a domain that its homepage confirms, and names the source with its license', async () => {
  const row = await find({ company_name: 'Anbieterwerk', country: 'DE' }, ANBIETERWERK);
  expect(row).toMatchObject({ domain: 'anbieterwerk-online.de', source: 'preset' });
  expect(row.evidence[0]).toMatchObject({
    source: 'preset',
    text: 'BigPicture free company dataset (ODC-By 1.0): Anbieterwerk, ulm, DE',
  });
});

it.each([
  ['the list says nothing about the place', 'Anbieterwerk'],
  ['it is in another city', { company_name: 'Anbieterwerk', country: 'DE', city: 'Hamburg' }],
  ['it has another legal form', 'Anbieterwerk AG'],
])('only shows the domain if %s', async (_case, input) => {
  const row = await find(input, { ...ANBIETERWERK, names: ['Anbieterwerk GmbH'] });
  expect(row.domain).toBeNull();
  expect(row.runners_up.at(-1)).toMatchObject({
    domain: 'anbieterwerk-online.de',
    reason: expect.stringContaining('A country or city in your list helps'),
  });
});

it('does not use a company of another country', async () => {
  const row = await find({ company_name: 'Anbieterwerk', country: 'FR' }, ANBIETERWERK);
  expect(row).toMatchObject({ domain: null, runners_up: [] });
});

it('chooses among namesakes by the city of the list', async () => {
  const other = company({ names: ['Anbieterwerk'], domain: 'campoly.com', cities: ['bonn'] });
  const row = await find({ company_name: 'Anbieterwerk', city: 'Ulm' }, other, ANBIETERWERK);
  expect(row.domain).toBe('anbieterwerk-online.de');
});

it('takes neither of two namesakes in one country if the website of one is silent, nor later as a guess', async () => {
  const holding = company({ names: ['Quarzwerk'], domain: 'quarzwerk-holding.com', country: 'US' });
  const silent = company({ names: ['Quarzwerk'], domain: 'leadwerk-gruppe.de', country: 'US' });
  const input = { company_name: 'Quarzwerk', country: 'US' };
  expect((await find(input, holding)).domain).toBe('quarzwerk-holding.com');
  const row = await find(input, holding, silent);
  expect(row).toMatchObject({
    domain: null,
    explanation: expect.stringContaining('quarzwerk-holding.com may be of another company of this name'),
  });
  expect(row.runners_up[0]).toMatchObject({
    domain: 'quarzwerk-holding.com',
    reason: 'Imported data also has leadwerk-gruppe.de for a company of this name there',
  });
});

it('takes a domain made of the name, even if imported data has a silent one, too', async () => {
  const silent = company({ names: ['Anbieterwerk'], domain: 'leadwerk-gruppe.de' });
  const row = await find({ company_name: 'Anbieterwerk', country: 'DE' }, ANBIETERWERK, silent);
  expect(row.domain).toBe('anbieterwerk-online.de');
});

it('takes the legal form for a place', async () => {
  const row = await find('Anbieterwerk GmbH', { ...ANBIETERWERK, names: ['Anbieterwerk GmbH'] });
  expect(row.domain).toBe('anbieterwerk-online.de');
});

it('takes a silent homepage only at the same place, and only if its domain has the name', async () => {
  const silent = company({ names: ['Leadwerk'], domain: 'leadwerk-gruppe.de' });
  const row = await find({ company_name: 'Leadwerk', city: 'Ulm' }, silent);
  expect(row).toMatchObject({ domain: 'leadwerk-gruppe.de', confidence: 75, source: 'preset' });
  expect((await find({ company_name: 'Leadwerk', country: 'DE' }, silent)).domain).toBeNull();
  const sold = company({ names: ['Leadwerk'], domain: 'infai.org' });
  expect((await find({ company_name: 'Leadwerk', city: 'Ulm' }, sold)).domain).toBeNull();
});

it('takes a domain whose page could not be read only if it has the name', async () => {
  const closed = company({ names: ['Leadwerk'], domain: 'sperrwerk.com' });
  expect((await find({ company_name: 'Leadwerk', city: 'Ulm' }, closed)).domain).toBeNull();
  const own = company({ names: ['Sperrwerk'], domain: 'sperrwerk.com' });
  expect((await find({ company_name: 'Sperrwerk', city: 'Ulm' }, own)).domain).toBe('sperrwerk.com');
});

it('compares websites with the names of a register, too', async () => {
  const registered = company({ preset: 'gleif', names: ['Quarzhof Holding AG', 'Anbieterwerk'] });
  const through = { preset: 'gleif', names: registered.names, country: 'DE', cities: ['ulm'] } as const;
  const input = { company_name: 'Quarzhof Holding AG', country: 'DE' };
  expect((await find(input, registered)).domain).toBeNull();
  const row = await find(input, registered, { ...ANBIETERWERK, through });
  expect(row).toMatchObject({ domain: 'anbieterwerk-online.de', source: 'preset' });
  expect(row.evidence[0]?.text).toContain('GLEIF golden copy, level 1: Quarzhof Holding AG, Anbieterwerk');
});

it('leaves out a domain that no longer exists', async () => {
  const gone = company({ names: ['Leadwerk'], domain: 'gone-for-good.de' });
  const row = await find({ company_name: 'Leadwerk', city: 'Ulm' }, gone);
  expect(row.domain).toBeNull();
  expect(row.runners_up[0]).toMatchObject({
    domain: 'gone-for-good.de',
    reason: 'The domain does not exist',
  });
});
