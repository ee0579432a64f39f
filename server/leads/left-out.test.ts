import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noFilters } from '#contract/lead-filters.ts';
import type { ListColumn } from '#contract/list-columns.ts';
import { excludedKeys, rowKeys } from '../lists/exclusions/excluded-keys.ts';
import { areCompanies, leadHashes } from '../lists/exclusions/lead-search-lists.ts';
import { recordImport } from './import-records.ts';
import { ensureTables } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, openLeadBench, openWithoutSamples, type Searcher } from './test-leads.ts';

const COLUMNS = [
  'first_name',
  'last_name',
  'company',
  'email',
  'person_linkedin_url',
  'website',
  'mobile_phone',
];
type Row = readonly [
  first: string,
  last: string,
  company: string,
  email: string,
  profile: string,
  website: string,
  mobile: string,
];
const LEADS: readonly Row[] = [
  ['Ann', 'Lee', 'Acme GmbH & Co. KG', 'Ann.Lee+news@www.acme.de', '', 'https://www.acme.de/team', ''],
  ['Ben', 'Ode', 'ACME', 'ben@acme.com', 'https://www.linkedin.com/in/Ben-Ode/?x=1', '', '+49 (30) 123-456'],
  ['Cal', 'Poe', 'Müller & Söhne AG', '', 'linkedin.com/in/cal%C3%A9', 'shop.mueller.co.uk', ''],
  ['Dee', 'Roy', 'The Booking.com Inc.', 'd.e.e@gmail.com; dee@booking.com', '', '', '+1 555 010 0199'],
  ['Eve', 'Sun', 'Bücher S.p.A.', 'eve@bücher.example', '', 'bücher.example', ''],
  ['Eve', 'Sun', 'Nordisk Træ A/S', 'eve@other.example', '', '', ''],
  ['Fay', 'Tan', 'Coca-Cola', '', '', '', ''],
  ['Gus', '', '', 'gus@sole.example', '', '', ''],
];
const ROLES = ['first_name', 'last_name', 'company', 'email', 'linkedin', 'website', 'phone'] as const;
const FIELDS = [...ROLES, 'domain' as const].map(
  (role): ListColumn => ({ id: role, name: role, type: 'text', role, step: null, field: null }),
);
type Entry = Partial<Record<(typeof ROLES)[number] | 'domain', string>>;
const ENTRIES: readonly Entry[] = [
  { email: 'ann.lee@acme.de' },
  { email: 'dee@gmail.com', company: 'Booking.com' },
  { email: 'nobody@acme.com' },
  { domain: 'mueller.co.uk' },
  { domain: 'www.acme.com' },
  { domain: 'bücher.example' },
  { domain: 'gmail.com' },
  { linkedin: 'https://linkedin.com/in/ben-ode' },
  { linkedin: 'https://linkedin.com/in/calé' },
  { phone: '+49 30 123456' },
  { phone: '+1 (555) 010-0199' },
  { company: 'acme' },
  { company: 'Muller und Sohne' },
  { company: 'Nordisk Trae' },
  { company: 'Coca Cola Ltd.' },
  { company: 'Bücher' },
  { first_name: 'Eve', last_name: 'SUN', company: 'Bucher SpA' },
  { first_name: 'Fay', last_name: 'Tan', company: 'Pepsi' },
  { company: 'Sole' },
];

let bench: LeadBench;
let ann: Searcher;
beforeAll(async () => {
  bench = await openLeadBench();
  await openWithoutSamples(bench, 'apollo', 'sales_navigator');
  await loadLeads(bench.deps.warehouse, {
    database: 'apollo',
    mode: 'replace',
    columns: COLUMNS,
    rows: LEADS.map((lead) => [...lead]),
  });
  await recordImport(bench.deps.warehouse, {
    id: crypto.randomUUID(),
    database: 'apollo',
    mode: 'replace',
    at: new Date().toISOString(),
    source: 'test',
    licence: '',
    dataDate: '',
    preset: '',
    rows: LEADS.length,
    duplicates: 0,
    refused: 0,
    columns: COLUMNS,
  });
  bench.deps.leadSearch.invalidate('apollo');
  ann = await bench.person();
});
afterAll(() => bench.close());

function asRow(lead: Row): Record<string, string> {
  return Object.fromEntries(ROLES.map((role, index) => [role, lead[index] ?? '']));
}

/** The names of leads that are left when a list with these entries is left out. */
async function left(keys: readonly string[]): Promise<string[]> {
  const leftOut = await leadHashes(keys);
  const filters = {
    ...noFilters(),
    leaveOut: ['list'],
    leftOut,
    leftOutAreCompanies: areCompanies(keys),
    leftOutLists: [{ id: 'list', name: 'List', hashes: leftOut.length }],
  };
  const { leadSearch } = bench.deps;
  const { leads } = await leadSearch.page('apollo', filters, { limit: 100, offset: 0 });
  expect(await leadSearch.count('apollo', filters)).toBe(leads.length);
  const withEmail = { ...filters, hasEmail: true };
  const count = leads.filter(({ email }) => email !== '').length;
  expect(await leadSearch.count('apollo', withEmail)).toBe(count);
  const all = await leadSearch.count('apollo', { ...noFilters(), hasEmail: true });
  const rows = all - count;
  const leftOutBy = rows > 0 ? [{ id: 'list', name: 'List', rows }] : [];
  expect(await leadSearch.countLeftOut('apollo', withEmail)).toEqual({ count, leftOutBy });
  return leads.map(({ first_name, company }) => `${first_name} ${company}`).sort();
}

describe.each(['people', 'companies'] as const)('an exclusion list of %s', (excludes) => {
  it.each(ENTRIES)('leaves out the same leads as of a list: %o', async (entry) => {
    const keys = excludedKeys(FIELDS, entry, excludes);
    const set = new Set(keys);
    const expected = LEADS.filter((lead) => !rowKeys(FIELDS, asRow(lead)).some((key) => set.has(key)));
    expect(await left(keys)).toEqual(expected.map(([first, , company]) => `${first} ${company}`).sort());
  });
});

it('leaves out everyone who is on one of many entries, in one query', async () => {
  const keys = ENTRIES.flatMap((entry) => excludedKeys(FIELDS, entry, 'companies'));
  const many = Array.from({ length: 50_000 }, (_, index) => `email:person${index}@elsewhere.example`);
  expect(await left([...many, ...keys])).toEqual(['Gus ']);
});

it('throws if the lists of a search were not read', async () => {
  const search = bench.deps.leadSearch.count('apollo', { ...noFilters(), leaveOut: ['list'] });
  await expect(search).rejects.toThrow('not read');
});

it('leaves out by the phones in columns that an import has added to a table', async () => {
  const { warehouse } = bench.deps;
  const load = (mode: 'replace' | 'append', columns: string[], ...rows: string[][]) =>
    loadLeads(warehouse, { database: 'sales_navigator', mode, columns, rows });
  await load('replace', ['Full_name'], ['Ann Lee']);
  await load('append', ['Full_name', 'Handy'], ['Ben Ode', '+49 30 123456'], ['Cal Poe', '+49 30 123457']);
  expect(await withoutPhone('+49 30 123456')).toEqual(['Ann Lee', 'Cal Poe']);
});

/** The names in Sales Navigator without those of an exclusion list with this phone. */
async function withoutPhone(phone: string): Promise<unknown[]> {
  const { leadSearch } = bench.deps;
  leadSearch.invalidate('sales_navigator');
  const keys = excludedKeys(FIELDS, { phone }, 'people');
  const filters = { ...noFilters(), leaveOut: ['list'], leftOut: await leadHashes(keys) };
  const { leads } = await leadSearch.page('sales_navigator', filters, { limit: 10, offset: 0 });
  return leads.map(({ Full_name }) => Full_name).sort();
}

describe('the column Mobile of Sales Navigator', () => {
  const load = () =>
    loadLeads(bench.deps.warehouse, {
      database: 'sales_navigator',
      mode: 'replace',
      columns: ['Full_name', 'Mobile'],
      rows: [
        ['Ann Lee', '+49 30 123456'],
        ['Ben Ode', '+49 30 123457'],
      ],
    });

  it('is one of the phones by which leads are left out', async () => {
    await load();
    expect(await withoutPhone('+49 30 123456')).toEqual(['Ben Ode']);
  });

  it('is one also in a table of a version that left it out of them', async () => {
    const { warehouse } = bench.deps;
    await load();
    const table = 'ALTER TABLE leads.sales_navigator';
    await warehouse.run({
      sql: `${table} MODIFY COLUMN lw_find_left_out Array(UInt64) MATERIALIZED arrayMap(p -> xxHash64(p), [Phone_numbers])`,
    });
    await warehouse.run({
      sql: `${table} MATERIALIZE COLUMN lw_find_left_out SETTINGS mutations_sync = 1`,
    });
    expect(await withoutPhone('+49 30 123456')).toEqual(['Ann Lee', 'Ben Ode']);
    // As when the server starts.
    await ensureTables(warehouse, 'sales_navigator');
    expect(await withoutPhone('+49 30 123456')).toEqual(['Ben Ode']);
    // Its new keys are stored, too.
    const running = { sql: 'SELECT count() AS n FROM system.mutations WHERE NOT is_done' };
    const count = z.object({ n: z.coerce.number() });
    await expect.poll(async () => (await warehouse.rows(running, count))[0]?.n).toBe(0);
    expect(await withoutPhone('+49 30 123456')).toEqual(['Ben Ode']);
    const stored = {
      sql: `SELECT count() AS n FROM system.parts_columns WHERE active AND database = 'leads' AND table = 'sales_navigator' AND column = 'lw_find_left_out'`,
    };
    expect((await warehouse.rows(stored, count))[0]?.n).toBeGreaterThan(0);
  });
});

describe('the calls', () => {
  async function exclusionList(rows: readonly object[], excludes = 'people'): Promise<string> {
    const columns = ['Email', 'Company'].map((name) => ({ name }));
    // The oldest list counts.
    bench.deps.clock.advance(1);
    const { body } = await ann.post('list-create', { name: `Customers ${rows.length} ${excludes}`, columns });
    await ann.post('list-add-rows', { id: body.id, rows });
    await ann.post('list-set-exclusion', { id: body.id, excludes });
    return body.id;
  }

  it('count, show, quote, export and save without the people of exclusion lists, and say how many', async () => {
    const list = await exclusionList([{ Email: 'ben@acme.com' }, { Email: 'eve@other.example' }]);
    const filters = { hasEmail: true };
    const without = { ...filters, leaveOut: [list] };
    const count = (of: object) => ann.call('apollo', { action: 'count', filters: of });
    expect((await count(filters)).body).toEqual({ count: 6, total: 6, leftOut: 0, leftOutBy: [] });
    const leftOutBy = [{ id: list, name: expect.any(String), rows: 2 }];
    expect((await count(without)).body).toEqual({ count: 4, total: 4, leftOut: 2, leftOutBy });
    const { body: page } = await ann.call('apollo', { action: 'search', filters: without });
    expect(page.leads).toHaveLength(4);
    const { body: quote } = await ann.call('apollo', { action: 'quote', filters: without });
    expect(quote).toMatchObject({ leads: 4, cost: 4 });
    const file = await (await ann.file('apollo', without)).text();
    expect(file.trim().split('\r\n')).toHaveLength(5);
    expect(file).not.toContain('ben@acme.com');
    const { credits } = await ann.account();
    const { body: json } = await ann.call('apollo', { action: 'export', filters: without });
    expect(json.leads).toHaveLength(4);
    // All of them are paid for.
    expect((await ann.account()).credits).toBe(credits);
  });

  it('count whom each of several lists leaves out, and someone in several of them for the oldest one', async () => {
    const lists = [
      await exclusionList([{ Email: 'eve@other.example' }, { Email: 'nobody@acme.com' }, {}, {}]),
      await exclusionList([{ Email: 'ben@acme.com' }, { Company: 'Nordisk Trae' }], 'companies'),
      await exclusionList([{ Email: 'ben@acme.com' }, { Email: 'eve@other.example' }, {}, {}, {}]),
    ];
    const [first, second, third] = lists;
    const count = async (filters: object) => {
      const { body } = await ann.call('apollo', {
        action: 'count',
        filters: { ...filters, leaveOut: lists },
      });
      const { count: left, leftOut, leftOutBy } = body;
      const rows = new Map(leftOutBy.map((each: { id: string; rows: number }) => [each.id, each.rows]));
      return { left, leftOut, rows: [first, second, third].map((id) => rows.get(id)) };
    };
    // The second list also has Eve, by her company, and the third one has both by the keys of the others.
    const everyone = { left: 4, leftOut: 2, rows: [1, 1, undefined] };
    expect(await count({ hasEmail: true })).toEqual(everyone);
    const columns = [{ name: 'Website' }, { name: 'Company' }];
    const { body: targets } = await ann.post('list-create', { name: 'Targets of counts', columns });
    const sites = ['www.acme.de', 'acme.com', 'other.example'].map((Website) => ({ Website }));
    await ann.post('list-add-rows', { id: targets.id, rows: [...sites, { Company: 'Booking.com Inc.' }] });
    const wanted = { inLists: [targets.id], perCompany: 1 };
    expect(await count(wanted)).toEqual({ left: 2, leftOut: 2, rows: [1, 1, undefined] });
  });

  it('find only leads at the companies of lists, by domain or else by name', async () => {
    const columns = ['Website', 'Company'].map((name) => ({ name }));
    const { body } = await ann.post('list-create', { name: 'Targets', columns });
    const search = (of: object) =>
      ann.call('apollo', { action: 'search', filters: { inLists: [body.id], ...of } });
    expect((await search({})).body.leads).toEqual([]);
    const rows = [
      { Website: 'https://www.acme.de/', Company: 'Coca-Cola' },
      { Company: 'Booking.com Inc.' },
      { Website: 'www.mueller.co.uk' },
    ];
    await ann.post('list-add-rows', { id: body.id, rows });
    const { body: found } = await search({});
    expect(found.leads.map((lead: Record<string, string>) => lead.first_name).sort()).toEqual([
      'Ann',
      'Cal',
      'Dee',
    ]);
    expect((await search({ hasEmail: true })).body.leads).toHaveLength(2);
    // A list is a filter, so its leads can be exported.
    const file = await (await ann.file('apollo', { inLists: [body.id] })).text();
    expect(file.trim().split('\r\n')).toHaveLength(4);
    const bob = await bench.person();
    const gone = await bob.call('apollo', { action: 'search', filters: { inLists: [body.id] } });
    expect([gone.status, gone.body.error.message]).toEqual([
      400,
      'A list whose companies this search uses was deleted. Choose another list.',
    ]);
  });

  it('refuse lists of others and ordinary lists, and an export whose only filter is whom to leave out', async () => {
    const list = await exclusionList([{ Email: 'x@acme.com' }, { Company: 'ACME' }, {}], 'companies');
    const search = (of: Searcher, id: string) =>
      of.call('apollo', { action: 'search', filters: { hasEmail: true, leaveOut: [id] } });
    expect((await search(ann, list)).status).toBe(200);
    const bob = await bench.person();
    expect((await search(bob, list)).status).toBe(400);
    await ann.post('list-set-exclusion', { id: list, excludes: null });
    // People read it, and pages load the lists again.
    const { status, body } = await search(ann, list);
    expect([status, body.error.message]).toEqual([
      400,
      'A list to leave out was deleted, or isn’t an exclusion list anymore.',
    ]);
    expect(body.error.details).toMatchObject({ reason: 'list_gone', issues: [{ path: 'leaveOut' }] });
    await ann.post('list-set-exclusion', { id: list, excludes: 'people' });
    const only = await ann.call('apollo', { action: 'export', filters: { leaveOut: [list] } });
    expect(only.status).toBe(400);
  });
});
