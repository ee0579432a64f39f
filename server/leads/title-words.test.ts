import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noFilters } from '#contract/leads.ts';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, openLeadBench } from './test-leads.ts';

const TITLES = [
  'CTO',
  'Founder/CTO',
  'Director of Sales',
  'Salesforce Admin',
  'HEAD OF SALES, EMEA',
  'Head of  Sales-Operations',
  'C++ Engineer',
  'C Engineer',
  'R&D Manager',
  'Intern',
  'International Sales',
  'ÉCONOMISTE (Junior)',
  '営業部長',
  'Übersetzer_in',
  '',
];
let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await bench.deps.leadSearch.state('apollo');
  await loadLeads(bench.deps.warehouse, {
    database: 'apollo',
    mode: 'replace',
    columns: ['first_name', 'title'],
    rows: TITLES.map((title, at) => [`Lead ${at}`, title]),
  });
  bench.deps.leadSearch.invalidate('apollo');
});
afterAll(() => bench.close());

async function titles(include: string[], exclude: string[] = []): Promise<string[]> {
  const filters = { ...noFilters(), titles: { include, exclude }, titlesAsWords: true };
  const search = bench.deps.leadSearch;
  const page = await search.page('apollo', filters, { limit: 100, offset: 0 });
  expect(await search.count('apollo', filters)).toBe(page.length);
  return page.map(({ title }) => String(title ?? '')).sort((a, b) => TITLES.indexOf(a) - TITLES.indexOf(b));
}

describe('keywords as whole words', () => {
  it.each([
    [['cto'], ['CTO', 'Founder/CTO']],
    [
      ['Sales'],
      ['Director of Sales', 'HEAD OF SALES, EMEA', 'Head of  Sales-Operations', 'International Sales'],
    ],
    [['of sales'], ['Director of Sales', 'HEAD OF SALES, EMEA']],
    [['c++'], ['C++ Engineer']],
    [['r&d'], ['R&D Manager']],
    [['intern'], ['Intern']],
    [['économiste'], ['ÉCONOMISTE (Junior)']],
    [['conomiste'], []],
    // Japanese has no spaces between words, so part of a title matches.
    [['営業'], ['営業部長']],
    [['übersetzer'], ['Übersetzer_in']],
    [['&'], ['R&D Manager']],
    [
      ['cto', '営業'],
      ['CTO', 'Founder/CTO', '営業部長'],
    ],
    [['nothing like it', 'intern'], ['Intern']],
  ])('%j', async (keywords, expected) => {
    expect(await titles(keywords)).toEqual(expected);
  });

  it('exclude only whole words', async () => {
    expect(await titles(['sales'], ['intern', 'of'])).toEqual(['International Sales']);
    expect(await titles([], ['cto'])).toHaveLength(TITLES.length - 2);
  });

  it('match in a long list', async () => {
    const many = Array.from({ length: 249 }, (_, at) => `no title ${at}`);
    expect(await titles([...many, 'cto'])).toEqual(['CTO', 'Founder/CTO']);
  });
});
