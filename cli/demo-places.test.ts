import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LeadBench, openLeadBench, type Searcher } from '#server/leads/test-leads.ts';
import { addDemoPlaces } from './demo-places.ts';

let bench: LeadBench;
let person: Searcher;
beforeAll(async () => {
  bench = await openLeadBench();
  await addDemoPlaces(bench.deps);
  person = await bench.person();
});
afterAll(() => bench.close());

it('gives the page of local businesses places to search, which are free samples', async () => {
  const call = async (body: object) => (await person.call('local_businesses', body)).body;
  expect(await call({ action: 'total' })).toMatchObject({ total: 297, sample: true });
  const filters = { includeCategories: ['Roofing'], includeCountries: ['Germany'] };
  expect(await call({ action: 'count', filters })).toMatchObject({ count: 6 });
  const { dots } = await call({ action: 'map', filters });
  expect(dots.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(6);
  expect(await call({ action: 'quote', filters })).toMatchObject({ leads: 6, cost: 0 });
});
