import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { noFilters } from '#contract/lead-filters.ts';
import { leftOutQuery } from '#engines/lead-query/lead-query.ts';
import { leadHashes } from '../lists/exclusions/lead-search-lists.ts';
import { ensureTables, leadTable } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { addOptOutsAndDeleteLeads } from './opted-out-leads.ts';
import { isChanging, unstoredColumns } from './table-facts.ts';
import { type LeadBench, openLeadBench, openWithoutSamples, parseOptOuts } from './test-leads.ts';

const TABLE = leadTable('apollo');
const COLUMNS = ['first_name', 'company', 'email', 'website'];
/** Many, so that reading the summary is less than reading the rows. */
const PEOPLE = 30_000;
const COMPANIES = 100;

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await openWithoutSamples(bench, 'apollo');
  await load('replace', 0, PEOPLE);
});
afterAll(() => bench.close());

/** Loads people of 100 companies, each with as many, and half of them with an email. */
async function load(mode: 'replace' | 'append', from: number, people: number): Promise<void> {
  const rows = Array.from({ length: people }, (_, index) => {
    const [id, firm] = [from + index, index % COMPANIES];
    const email = Math.floor(index / COMPANIES) % 2 ? `p${id}@firm${firm}.example` : '';
    return [`Lead ${id}`, `Firm ${firm} Inc.`, email, firm % 2 ? `https://www.firm${firm}.example/` : ''];
  });
  await loadLeads(bench.deps.warehouse, { database: 'apollo', mode, columns: COLUMNS, rows });
}

/** What a search leaves out: company 1 by its domain, and companies 1 and 2 by their names in a later list. */
async function filters() {
  const lists = await Promise.all(
    [['domain:firm1.example'], ['company:firm1', 'company:firm2']].map(leadHashes),
  );
  const ids = ['a', 'b'];
  return {
    ...noFilters(),
    leaveOut: ids,
    leftOut: lists.flat(),
    leftOutAreCompanies: true,
    leftOutLists: lists.map((hashes, index) => ({
      id: ids[index] ?? '',
      name: `List ${ids[index]}`,
      hashes: hashes.length,
    })),
  };
}

/** The people who are left, with and without an email, and how many each list leaves out. */
async function counts(toggles: { hasEmail?: boolean } = {}) {
  const { leadSearch } = bench.deps;
  leadSearch.invalidate('apollo');
  const wanted = { ...(await filters()), ...toggles };
  const { count, leftOutBy } = await leadSearch.countLeftOut('apollo', wanted);
  // An export counts without the lists.
  expect(await leadSearch.count('apollo', wanted)).toBe(count);
  // A filter that everyone matches has the rows counted instead of the summary.
  const rows = { ...wanted, seniorities: { include: [], exclude: ['intern'] } };
  expect(await leadSearch.countLeftOut('apollo', rows)).toEqual({ count, leftOutBy });
  return [count, ...['a', 'b'].map((id) => leftOutBy.find((list) => list.id === id)?.rows ?? 0)];
}

async function plan(): Promise<string> {
  const { leadSearch, warehouse } = bench.deps;
  const { table } = await leadSearch.state('apollo');
  const { sql, params } = leftOutQuery(table, { ...(await filters()), hasEmail: true });
  const rows = await warehouse.rows({ sql: `EXPLAIN ${sql}`, params }, z.object({ explain: z.string() }));
  return rows.map(({ explain }) => explain).join('\n');
}

it('counts people by the summary of their companies, whom each list leaves out, too', async () => {
  expect(await counts()).toEqual([PEOPLE * 0.98, PEOPLE * 0.01, PEOPLE * 0.01]);
  expect(await counts({ hasEmail: true })).toEqual([PEOPLE * 0.49, PEOPLE * 0.005, PEOPLE * 0.005]);
  expect(await plan()).toContain('lw_find_company_counts');
});

it('counts people who were added, and none who opted out', async () => {
  await load('append', PEOPLE, 1000);
  expect(await counts()).toEqual([(PEOPLE + 1000) * 0.98, PEOPLE * 0.01 + 10, PEOPLE * 0.01 + 10]);
  // One person is at the companies, and one elsewhere.
  const people = ['p101@firm1.example', 'p103@firm3.example'];
  await addOptOutsAndDeleteLeads(bench.deps, parseOptOuts(...people));
  expect(await counts()).toEqual([(PEOPLE + 1000) * 0.98 - 1, PEOPLE * 0.01 + 9, PEOPLE * 0.01 + 10]);
  expect((await counts({ hasEmail: true }))[1]).toBe((PEOPLE * 0.01 + 10) / 2 - 1);
});

it('counts in a table of an earlier version by all keys, until those of companies are stored', async () => {
  const { warehouse, leadSearch } = bench.deps;
  const before = [await counts(), await counts({ hasEmail: true })];
  const change = (what: string) =>
    warehouse.run({ sql: `ALTER TABLE ${TABLE} ${what} SETTINGS mutations_sync = 1` });
  const hasKeys = async () => {
    leadSearch.invalidate('apollo');
    return (await leadSearch.state('apollo')).table.searched?.hasCompanyKeys;
  };
  await change('DROP PROJECTION lw_find_company_counts');
  await change('DROP COLUMN lw_find_company_keys');
  const unstored = () => unstoredColumns(warehouse, TABLE, ['lw_find_company_keys', 'lw_find_email']);
  expect(await unstored()).toEqual(['lw_find_company_keys']);
  expect(await hasKeys()).toBe(false);
  expect([await counts(), await counts({ hasEmail: true })]).toEqual(before);
  // As when the server starts.
  await ensureTables(warehouse, 'apollo');
  expect([await counts(), await counts({ hasEmail: true })]).toEqual(before);
  await expect.poll(() => isChanging(warehouse, TABLE)).toBe(false);
  expect(await unstored()).toEqual([]);
  expect(await hasKeys()).toBe(true);
  expect([await counts(), await counts({ hasEmail: true })]).toEqual(before);
  expect(await plan()).toContain('lw_find_company_counts');
});

it('counts the people of a file that replaces all of them', async () => {
  await load('replace', 0, 2000);
  expect(await counts()).toEqual([1960, 20, 20]);
});
