import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, openLeadBench, openWithoutSamples, type Searcher } from './test-leads.ts';

const COLUMNS = ['first_name', 'email', 'website'];
const ROWS = [
  ['Ann', '', 'https://www.müller.example.de/'],
  ['Bea', 'bea@xn--mller-kva.example.de', ''],
  ['Cem', 'cem@müller.example.de', ''],
  ['Dan', 'dan@muller.example.de', 'muller.example.de'],
];

let bench: LeadBench;
let person: Searcher;
beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
  const { warehouse, leadSearch } = bench.deps;
  await openWithoutSamples(bench, 'apollo');
  await loadLeads(warehouse, { database: 'apollo', mode: 'replace', columns: COLUMNS, rows: ROWS });
  leadSearch.invalidate('apollo');
});
afterAll(() => bench.close());

const names = async (filters: object) => {
  const { status, body } = await person.call('apollo', { action: 'search', filters });
  expect(status).toBe(200);
  return body.leads.map((lead: { first_name: string }) => lead.first_name).sort();
};

it.each(['müller.example.de', 'xn--mller-kva.example.de', 'https://MÜLLER.example.de/kontakt'])(
  'finds a domain under both of its spellings: %s',
  async (domain) => {
    expect(await names({ includeDomains: [domain] })).toEqual(['Ann', 'Bea', 'Cem']);
    expect(await names({ excludeDomains: [domain] })).toEqual(['Dan']);
  },
);

it('searches for more spellings than fit into one condition', async () => {
  const others = Array.from({ length: 140 }, (_, index) => `ü${index}.de`);
  expect(await names({ includeDomains: [...others, 'müller.example.de'] })).toEqual(['Ann', 'Bea', 'Cem']);
});

it.each(['includeDomains', 'excludeDomains'])('refuses a name in %s', async (filter) => {
  const { status, body } = await person.call('apollo', { action: 'search', filters: { [filter]: ['acme'] } });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('“acme” isn’t a domain. Include its ending');
});
