import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordImport } from './import-records.ts';
import { loadLeads } from './load-leads.ts';
import { sampleLeads } from './sample-leads.ts';
import { type LeadBench, openLeadBench, openWithoutSamples, type Searcher } from './test-leads.ts';

const COLUMNS = [
  'first_name',
  'title',
  'company',
  'email',
  'industry',
  'city',
  'state',
  'country',
  'employees',
  'website',
  'keywords',
];
const ROWS = [
  ['Ada', 'CTO', 'Acme Tools, Inc.', 'ada@acme.com', 'Retail', 'Austin', 'TX', 'United States', '40', '', ''],
  [
    'Ben',
    'CTO',
    'Acmetric',
    '',
    'Retail',
    'Leeds',
    '',
    'United Kingdom',
    '250',
    'https://www.acmetric.io/',
    'ai',
  ],
  [
    'Cy',
    'Clerk',
    'Blue Sky',
    '',
    'Banking',
    'New York',
    'NY',
    'USA',
    '9,000',
    'shop.bluesky.co.uk',
    'solar power',
  ],
  [
    'Di',
    'Clerk',
    'Sky High',
    'di@other.com',
    'Banking',
    'Paris',
    '',
    'France',
    '',
    'HTTP://ACME.com/about',
    '',
  ],
];

let bench: LeadBench;
let person: Searcher;
beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
  const { warehouse, leadSearch } = bench.deps;
  await openWithoutSamples(bench, 'apollo');
  await loadLeads(warehouse, { database: 'apollo', mode: 'replace', columns: COLUMNS, rows: ROWS });
  await recordImport(warehouse, {
    id: 'own',
    database: 'apollo',
    mode: 'replace',
    at: '2030-01-01T00:00:00.000Z',
    source: 'own',
    licence: '',
    dataDate: '',
    preset: 'own',
    rows: ROWS.length,
    duplicates: 0,
    refused: 0,
    columns: COLUMNS,
  });
  leadSearch.invalidate('apollo');
});
afterAll(() => bench.close());

describe('the filters of every database', () => {
  it.each([
    ['company words', { includeCompanies: ['acme'] }, 'Ada'],
    ['company parts', { includeCompanies: ['ACME*'] }, 'Ada Ben'],
    ['excluded companies', { excludeCompanies: ['sky'] }, 'Ada Ben'],
    ['domains of websites and emails', { includeDomains: ['https://www.Acme.com/x'] }, 'Ada Di'],
    ['domains above a subdomain', { includeDomains: ['bluesky.co.uk'] }, 'Cy'],
    ['no other domains', { includeDomains: ['sky.co.uk', 'me.com', 'metric.io'] }, ''],
    ['excluded domains', { excludeDomains: ['acme.com'] }, 'Ben Cy'],
    ['several domains in an entry', { includeDomains: ['x.io, acme.com; bluesky.co.uk'] }, 'Ada Cy Di'],
    ['several excluded domains in an entry', { excludeDomains: ['acme.com bluesky.co.uk'] }, 'Ben'],
    ['cities', { includePlaces: ['new york'] }, 'Cy'],
    ['countries under any name', { includePlaces: ['usa'] }, 'Ada Cy'],
    ['a city and country', { includePlaces: ['Leeds, UK'] }, 'Ben'],
    ['a city and country with the state between them', { includePlaces: ['New York, United States'] }, 'Cy'],
    ['a city, state and country', { includePlaces: ['austin, TX, usa'] }, 'Ada'],
    ['one of several such places', { includePlaces: ['Austin, US', 'Paris, France', 'uk'] }, 'Ada Ben Di'],
    ['places with the country first', { includePlaces: ['USA, TX, Austin', 'US, New York'] }, 'Ada Cy'],
    [
      'a city among many with the country first',
      {
        includePlaces: [
          ...Array.from({ length: 150 }, (_, index) => `USA, TX, City ${index}`),
          'USA, TX, Austin',
        ],
      },
      'Ada',
    ],
    ['all parts of a place', { includePlaces: ['Paris, Texas', 'Austin, UK', 'Łódź, NY'] }, ''],
    ['the parts of a place that have words', { includePlaces: ['New York, —'] }, 'Cy'],
    ['parts of places in other letters', { includePlaces: ['Nèw York, ÚSA'] }, 'Cy'],
    ['excluded places with several parts', { excludePlaces: ['New York, USA', 'Leeds, UK'] }, 'Ada Di'],
    ['excluded places', { excludePlaces: ['United States', 'paris'] }, 'Ben'],
    ['imported keywords', { includeKeywords: ['solar'] }, 'Cy'],
    ['keywords in titles and industries', { includeKeywords: ['clerk', 'retail'] }, 'Ada Ben Cy Di'],
    ['nothing by asterisks as titles', { includeJobTitles: ['**'] }, ''],
    ['nothing by asterisks and a space', { includeJobTitles: ['* *'] }, ''],
    ['nothing by a character that folds to a space', { includeJobTitles: ['\u00a8'] }, ''],
    ['nothing by asterisks as keywords', { includeKeywords: ['**', '* *', '***'] }, ''],
    ['nothing by what is between columns', { includeKeywords: ['#', '#*', '*#', '# #'] }, ''],
    ['nothing by asterisks as companies', { includeCompanies: ['**'] }, ''],
    ['nothing by asterisks as places', { includePlaces: ['**'] }, ''],
    ['others beside them', { includeKeywords: ['**', '#', 'solar'] }, 'Cy'],
    [
      'everyone without asterisks',
      { excludeKeywords: ['**', '#'], excludeJobTitles: ['**'] },
      'Ada Ben Cy Di',
    ],
    ['employees', { employees: [{ min: 11, max: 50 }, { min: 1001 }] }, 'Ada Cy'],
    ['industries', { includeIndustries: ['Retail'] }, 'Ada Ben'],
    [
      'all together',
      { includeCompanies: ['acme*'], includePlaces: ['uk'], employees: [{ max: 500 }] },
      'Ben',
    ],
  ])('find %s', async (_name, filters, expected) => {
    const { status, body } = await person.call('apollo', { action: 'search', filters });
    expect(status).toBe(200);
    const names = body.leads.map((lead: { first_name: string }) => lead.first_name).sort();
    expect(names.join(' ')).toBe(expected);
    expect((await person.call('apollo', { action: 'count', filters })).body.count).toBe(names.length);
  });

  it('find no place by one of its parts where the leads have no country of their own', async () => {
    const [sample] = sampleLeads('leadrocks', 1);
    const [city = ''] = sample?.Location?.split(',') ?? [];
    const count = async (place: string) =>
      (await person.call('leadrocks', { action: 'count', filters: { includePlaces: [place] } })).body.count;
    expect(await count(city)).toBeGreaterThan(0);
    expect(await count(`${city}, Nowhere`)).toBe(0);
  });

  it('work in the sample leads of the other databases', async () => {
    for (const database of ['leadrocks', 'sales_navigator'] as const) {
      const [sample] = sampleLeads(database, 1);
      const company = sample?.Company ?? sample?.Company_Name ?? '';
      const filters = {
        includeCompanies: [company.toLowerCase()],
        includeDomains: [`${company.toLowerCase().replaceAll(' ', '-')}.example.com`],
        includePlaces: [
          'us',
          'uk',
          'germany',
          'france',
          'spain',
          'canada',
          'sydney',
          'india',
          'sao paulo',
          'tokyo',
          'lagos',
        ],
        includeKeywords: ['sample'],
        employees: [{ min: 1 }],
      };
      const { body } = await person.call(database, { action: 'search', filters });
      expect(body.leads.length).toBeGreaterThan(0);
      for (const lead of body.leads) expect(lead.Company ?? lead.Company_Name).toBe(company);
    }
  });

  it('count towards the limits of a search', async () => {
    const long = (prefix: string) =>
      Array.from({ length: 30 }, (_, index) => `${prefix}${index}`.padEnd(99, 'x'));
    const filters = { includeCompanies: long('a'), includePlaces: long('b') };
    const { status } = await person.call('apollo', { action: 'count', filters });
    expect(status).toBe(400);
    const employees = Array.from({ length: 21 }, () => ({ min: 1 }));
    expect((await person.call('apollo', { action: 'count', filters: { employees } })).status).toBe(400);
  });

  it('take keywords that differ in case as one', async () => {
    const same = { includeJobTitles: ['CTO', 'cto', 'Cto '] };
    const { body } = await person.call('apollo', { action: 'count', filters: same });
    expect(body.count).toBe(2);
  });
});
