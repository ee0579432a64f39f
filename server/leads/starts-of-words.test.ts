import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, openLeadBench, openWithoutSamples, type Searcher } from './test-leads.ts';

const COLUMNS = ['first_name', 'company', 'keywords'];
/** More words start with "plant" than are looked up, and fewer with "plant1". */
const WORDS = 700;
const ROWS = Array.from({ length: WORDS }, (_, index) => [
  `Ada${index}`,
  `Plant${index} Works`,
  index % 2 ? 'Größe Инженер solar' : 'solaris',
]);

let bench: LeadBench;
let person: Searcher;
beforeAll(async () => {
  bench = await openLeadBench();
  person = await bench.person();
  await openWithoutSamples(bench, 'apollo');
  await loadLeads(bench.deps.warehouse, {
    database: 'apollo',
    mode: 'replace',
    columns: COLUMNS,
    rows: ROWS,
  });
  bench.deps.leadSearch.invalidate('apollo');
});
afterAll(() => bench.close());

/** 1, 10 to 19 and 100 to 199 */
const STARTED_BY_1 = 111;

it.each([
  ['few words', { includeCompanies: ['plant1*'] }, STARTED_BY_1],
  ['more words than are looked up', { includeCompanies: ['PLANT*'] }, WORDS],
  ['a short start', { includeCompanies: ['pl*'] }, WORDS],
  ['after a whole word', { includeCompanies: ['plant5 wor*'] }, 1],
  ['not the end of a word', { includeCompanies: ['orks*'] }, 0],
  ['no word', { includeCompanies: ['nothing*'] }, 0],
  ['with other keywords', { includeCompanies: ['plant1*', 'plant2'] }, STARTED_BY_1 + 1],
  ['letters beyond ASCII', { includeKeywords: ['größ*'] }, WORDS / 2],
  ['whole words of another script', { includeKeywords: ['ИНЖЕНЕР'] }, WORDS / 2],
  ['several words of another script', { includeKeywords: ['инженер solar', 'nothing'] }, WORDS / 2],
  ['the start of a word of another script', { includeKeywords: ['инжен*'] }, WORDS / 2],
  ['excluded words of another script', { excludeKeywords: ['инженер', 'nothing'] }, WORDS / 2],
  ['excluded', { excludeKeywords: ['solari*'] }, WORDS / 2],
  ['twice', { includeCompanies: ['plant1*'], excludeCompanies: ['plant19*'] }, STARTED_BY_1 - 11],
])('the start of words finds all leads: %s', async (_name, filters, expected) => {
  const { status, body } = await person.call('apollo', { action: 'count', filters });
  expect([status, body.count]).toEqual([200, expected]);
});

it('reads the texts until the index has all words', async () => {
  const { searched } = (await bench.deps.leadSearch.state('apollo')).table;
  expect(searched?.wordTable).toBe('leads.apollo');
  const { warehouse } = bench.deps;
  await warehouse.run({
    sql: 'ALTER TABLE leads.apollo CLEAR INDEX lw_find_company_index SETTINGS mutations_sync = 2',
  });
  await warehouse.run({
    sql: 'ALTER TABLE leads.apollo CLEAR INDEX lw_find_keyword_index SETTINGS mutations_sync = 2',
  });
  await warehouse.run({
    sql: 'ALTER TABLE leads.apollo CLEAR INDEX lw_find_place_index SETTINGS mutations_sync = 2',
  });
  bench.deps.leadSearch.invalidate('apollo');
  expect((await bench.deps.leadSearch.state('apollo')).table.searched?.wordTable).toBeUndefined();
  const filters = { includeCompanies: ['plant1*'] };
  expect((await person.call('apollo', { action: 'count', filters })).body.count).toBe(STARTED_BY_1);
});
