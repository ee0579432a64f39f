import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noFilters } from '#contract/lead-filters.ts';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, openLeadBench, openWithoutSamples } from './test-leads.ts';

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
  'Chief Technology Officer',
  'Chief Technical Officer (C.T.O.)',
  'Vice President of Sales',
  'VP, Sales',
  'V.P. Marketing',
  'SVP Finance',
  'Senior Vice President, Finance',
  'Sr. Human Resources Partner',
  'Managing Directors Office',
  'Buyer (Ret. - Export)',
  'Tail -------------------- Gunner',
  'Control\u0001Unit\u0001Clerk\u007f',
  'Owner — Florist',
  '',
];
let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await openWithoutSamples(bench, 'apollo');
  await loadLeads(bench.deps.warehouse, {
    database: 'apollo',
    mode: 'replace',
    columns: ['first_name', 'title'],
    rows: TITLES.map((title, index) => [`Lead ${index}`, title]),
  });
  bench.deps.leadSearch.invalidate('apollo');
});
afterAll(() => bench.close());

async function titles(include: string[], exclude: string[] = []): Promise<string[]> {
  const filters = { ...noFilters(), titles: { include, exclude } };
  const search = bench.deps.leadSearch;
  const { leads, ids } = await search.page('apollo', filters, { limit: 100, offset: 0 });
  expect(await search.count('apollo', filters)).toBe(leads.length);
  expect(new Set(ids).size).toBe(leads.length);
  return leads.map(({ title }) => String(title ?? '')).sort((a, b) => TITLES.indexOf(a) - TITLES.indexOf(b));
}

const CTO = ['CTO', 'Founder/CTO', 'Chief Technology Officer', 'Chief Technical Officer (C.T.O.)'];
const VPS = [
  'Vice President of Sales',
  'VP, Sales',
  'V.P. Marketing',
  'SVP Finance',
  'Senior Vice President, Finance',
];

describe('keywords as whole words', () => {
  it.each([
    [['cto'], CTO],
    [['CTO'], CTO],
    [['Chief Technology Officer'], CTO],
    [
      ['Sales', '-vice president'],
      ['Director of Sales', 'HEAD OF SALES, EMEA', 'Head of  Sales-Operations', 'International Sales'],
    ],
    [
      ['of sales'],
      ['Director of Sales', 'HEAD OF SALES, EMEA', 'Head of  Sales-Operations', 'Vice President of Sales'],
    ],
    [['head of sales operations'], ['Head of  Sales-Operations']],
    [['vp'], VPS],
    [['Vice President'], VPS],
    [['vp sales'], ['Vice President of Sales', 'VP, Sales']],
    [['vice-president of SALES'], ['Vice President of Sales', 'VP, Sales']],
    [['svp'], ['SVP Finance', 'Senior Vice President, Finance']],
    [['senior hr partner'], ['Sr. Human Resources Partner']],
    [['direct*'], ['Director of Sales', 'Managing Directors Office']],
    [['*rector'], ['Director of Sales']],
    [['*alesf*'], ['Salesforce Admin']],
    [['managing direct*'], ['Managing Directors Office']],
    [['*'], []],
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
      ['CTO', 'Founder/CTO', '営業部長', ...CTO.slice(2)],
    ],
    [['nothing like it', 'intern'], ['Intern']],
    [['buyer ret export'], ['Buyer (Ret. - Export)']],
    [['tail gunner'], ['Tail -------------------- Gunner']],
    [['control unit clerk'], ['Control\u0001Unit\u0001Clerk\u007f']],
    [['owner florist'], ['Owner — Florist']],
  ])('%j', async (keywords, expected) => {
    const included = keywords.filter((keyword) => !keyword.startsWith('-'));
    const excluded = keywords.filter((keyword) => keyword.startsWith('-')).map((keyword) => keyword.slice(1));
    expect(await titles(included, excluded)).toEqual(expected);
  });

  it('exclude only whole words', async () => {
    expect(await titles(['sales'], ['intern', 'of'])).toEqual(['International Sales', 'VP, Sales']);
    expect(await titles([], ['cto'])).toHaveLength(TITLES.length - CTO.length);
  });

  it('match in a long list', async () => {
    const many = Array.from({ length: 249 }, (_, index) => `no title ${index}`);
    expect(await titles([...many, 'cto'])).toEqual(CTO);
  });
});
