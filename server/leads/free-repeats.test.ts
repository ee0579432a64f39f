// On PostgreSQL: exports of one account lock each other out.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noFilters } from '#contract/lead-filters.ts';
import { openExport } from './export-charge.ts';
import { quoteExport } from './lead-order.ts';
import { leadTable, recordDrop } from './lead-tables.ts';
import { loadLeads } from './load-leads.ts';
import { type LeadBench, newLeads, openLeadBench, type Searcher, sentLeads } from './test-leads.ts';

const LEADS = 40;
const CLERKS = { includeJobTitles: ['clerk'] };
/** 12 of the clerks. */
const FIRST = { filters: CLERKS, first: 12 };
const DAY_MS = 86_400_000;

let bench: LeadBench;
beforeAll(async () => {
  bench = await openLeadBench();
  await bench.deps.leadSearch.state('leadrocks');
  // Samples would be free.
  await recordDrop(bench.deps.warehouse, 'leadrocks', new Date());
  await loadRows(LEADS);
});
afterAll(() => bench.close());

async function loadRows(leads: number): Promise<void> {
  await loadLeads(bench.deps.warehouse, {
    database: 'leadrocks',
    mode: 'replace',
    columns: ['Full_Name', 'Job_Title', 'Work_Email_1'],
    rows: Array.from({ length: leads }, (_, index) => [
      `Lead ${index}`,
      'Clerk',
      `lead${index}@acme.example`,
    ]),
  });
  bench.deps.leadSearch.invalidate('leadrocks');
}

async function loadPeople(rows: string[][]): Promise<void> {
  await loadLeads(bench.deps.warehouse, {
    database: 'leadrocks',
    mode: 'replace',
    columns: ['Full_Name', 'Job_Title', 'Company'],
    rows,
  });
  bench.deps.leadSearch.invalidate('leadrocks');
}

/** Gives the leads the keys of earlier versions. */
async function forgetTitles(): Promise<void> {
  const { warehouse } = bench.deps;
  const table = leadTable('leadrocks');
  await warehouse.run({
    sql: `ALTER TABLE ${table} MODIFY COLUMN lw_key UInt64 MATERIALIZED sipHash64(lowerUTF8(concat(Full_Name, '|', Company)))`,
  });
  await warehouse.run({ sql: `ALTER TABLE ${table} MATERIALIZE COLUMN lw_key SETTINGS mutations_sync = 1` });
  bench.deps.leadSearch.invalidate('leadrocks');
}

/** Exports to a file and returns its rows. */
async function file(person: Searcher, options: object = { filters: CLERKS }): Promise<string[]> {
  const response = await person.exportFile('leadrocks', options);
  expect(response.status).toBe(200);
  return (await response.text()).trimEnd().split('\r\n').slice(1);
}
const json = (person: Searcher, options: object = { filters: CLERKS }) =>
  person.call('leadrocks', { action: 'export', ...options });
const quote = async (person: Searcher, options: object = { filters: CLERKS }) =>
  (await person.call('leadrocks', { action: 'quote', ...options })).body;
const credits = async (person: Searcher) => Number((await person.account()).credits);

describe('a lead that the account exported before', () => {
  it('is free for 12 months, in files and in JSON, and the quote says so', async () => {
    const person = await bench.person({ credits: 100 });
    expect(await quote(person)).toEqual({ leads: LEADS, repeats: 0, cost: LEADS });
    const first = await file(person, FIRST);
    expect(await credits(person)).toBe(88);
    expect(await quote(person)).toEqual({ leads: LEADS, repeats: 12, cost: 28 });
    // The free ones, and as many of the others as the credits cover.
    const poor = await bench.person({ credits: 15 });
    expect(await quote(poor, { filters: CLERKS, affordable: true })).toEqual({
      leads: 15,
      repeats: 0,
      cost: 15,
    });
    expect(await file(poor, { filters: CLERKS, affordable: true })).toHaveLength(15);
    expect((await file(person)).slice(0, 12)).toEqual(first);
    expect(await credits(person)).toBe(60);
    const { body } = await json(person);
    expect(body.leads).toHaveLength(LEADS);
    expect(Object.keys(body.leads[0])).not.toContain('lw_lead');
    expect(await person.account()).toMatchObject({ credits: 60, creditsUsed: 40, monthlyExports: LEADS });
    expect(await file(person)).toHaveLength(LEADS);
    expect(await person.account()).toMatchObject({ credits: 60, creditsUsed: 40, monthlyExports: LEADS });
    // Other databases and other accounts pay.
    const other = await bench.person({ credits: 100 });
    expect(await quote(other)).toMatchObject({ repeats: 0 });
    const later = (days: number) => {
      const clock = { now: () => bench.deps.clock.now() + days * DAY_MS };
      const options = { affordable: false, withEmail: false, bom: true };
      const filters = { ...noFilters(), titles: { include: ['clerk'], exclude: [] } };
      return quoteExport({ ...bench.deps, clock }, person.id, { database: 'leadrocks', filters, options });
    };
    expect(await later(364)).toMatchObject({ repeats: LEADS, cost: 0 });
    expect(await later(366)).toMatchObject({ repeats: 0, cost: LEADS });
  });

  it('is free as JSON first, then as a file, and after a new import of the same data', async () => {
    const person = await bench.person({ credits: 50 });
    await json(person, FIRST);
    expect(await credits(person)).toBe(38);
    await loadRows(LEADS);
    expect(await file(person, FIRST)).toHaveLength(12);
    expect(await credits(person)).toBe(38);
  });

  it('is free after the keys of people without a profile or email got titles', async () => {
    const person = await bench.person({ credits: 50 });
    const load = (titles: readonly string[]) => loadPeople(titles.map((title) => ['Ann Lee', title, 'Acme']));
    await load(['Clerk']);
    await forgetTitles();
    expect(await file(person)).toHaveLength(1);
    expect(await quote(person)).toEqual({ leads: 1, repeats: 1, cost: 0 });
    await load(['Clerk', 'Senior clerk']);
    expect(await quote(person)).toEqual({ leads: 2, repeats: 2, cost: 0 });
    expect(await file(person)).toHaveLength(2);
    expect((await json(person)).body.leads).toHaveLength(2);
    expect(await credits(person)).toBe(49);
    // Someone else of the same name, and people with keys of their own, still cost a credit.
    await loadPeople([
      ['Ann Lee', 'Clerk', 'Acme'],
      ['Ann Lee', 'Clerk', 'Globex'],
    ]);
    expect(await quote(person)).toEqual({ leads: 2, repeats: 1, cost: 1 });
    await loadRows(LEADS);
  });

  it('needs no credits, and leaves them for the new ones', async () => {
    const person = await bench.person({ credits: 20 });
    await file(person, FIRST);
    expect(await credits(person)).toBe(8);
    const short = await person.exportFile('leadrocks', { filters: CLERKS });
    expect(await short.text()).toContain('You need 28 credits to export 40 leads. You have 8 credits.');
    const covered = await person.exportFile('leadrocks', { filters: CLERKS, affordable: true });
    expect(covered.headers.get('x-total-count')).toBe('20');
    expect((await covered.text()).trimEnd().split('\r\n')).toHaveLength(21);
    expect(await credits(person)).toBe(0);
    expect(await quote(person)).toEqual({ leads: LEADS, repeats: 20, cost: 20 });
  });

  it('can be exported at 0 credits, alone and before the first one that costs a credit', async () => {
    const person = await bench.person({ credits: 12 });
    const first = await file(person, FIRST);
    expect(await credits(person)).toBe(0);
    expect(await file(person, FIRST)).toEqual(first);
    expect((await json(person, FIRST)).body.leads).toHaveLength(12);
    expect(await file(person, { filters: CLERKS, affordable: true })).toEqual(first);
    expect((await json(person, { filters: CLERKS, affordable: true })).body.leads).toHaveLength(12);
    expect(await person.account()).toMatchObject({ credits: 0, creditsUsed: 12, monthlyExports: 12 });
    // One that costs a credit is still refused, and so is everything after the trial.
    const more = { filters: CLERKS, first: 13 };
    const refused = await person.exportFile('leadrocks', more);
    for (const { error } of [await refused.json(), (await json(person, more)).body])
      expect(error).toMatchObject({ details: { reason: 'no_credits', checkout: 'trial' } });
    const other = await bench.person({ credits: 0 });
    expect((await json(other, { filters: CLERKS, affordable: true })).status).toBe(402);
    await bench.deps.database.db
      .updateTable('accounts')
      .set({ created_at: new Date(bench.deps.clock.now() - 8 * DAY_MS) })
      .where('id', '=', person.id)
      .execute();
    expect((await json(person, FIRST)).body).toMatchObject({
      error: { details: { reason: 'trial_expired' } },
    });
  });

  it('is only one that was really sent', async () => {
    const person = await bench.person({ credits: 100 });
    const open = await openExport(bench.deps, person.id, 'leadrocks', newLeads(30));
    await open.saveProgress(sentLeads(0, 10));
    // The same leads again, after a lost response.
    await open.saveProgress(sentLeads(0, 15));
    expect(await credits(person)).toBe(70);
    await open.end(sentLeads(10, 20));
    expect(await credits(person)).toBe(80);
    const again = await openExport(bench.deps, person.id, 'leadrocks', newLeads(30));
    await again.end(sentLeads(0, 30));
    expect(await credits(person)).toBe(70);
  });

  it('is charged once by parallel exports, and never free unless one of them sent it', async () => {
    const person = await bench.person({ credits: 200 });
    const [first, second] = await Promise.all([
      openExport(bench.deps, person.id, 'leadrocks', newLeads(40)),
      openExport(bench.deps, person.id, 'leadrocks', newLeads(40)),
    ]);
    // Each sends a part before the other: 0-9 both, 10-19 the first, 20-29 the second, 30-39 neither.
    await Promise.all([first.saveProgress(sentLeads(0, 5)), second.saveProgress(sentLeads(0, 10))]);
    const rest = { from: 10, keys: sentLeads(20, 30).keys };
    await Promise.all([first.end(sentLeads(5, 20)), second.end(rest)]);
    expect(await credits(person)).toBe(170);
    const files = await Promise.all([1, 2].map(() => file(person)));
    expect(files.map((rows) => rows.length)).toEqual([LEADS, LEADS]);
    expect(await person.account()).toMatchObject({ credits: 130, creditsUsed: 70, monthlyExports: 70 });
    const { entries } = await bench.deps.database.db
      .selectFrom('credit_entries')
      .select(({ fn }) => fn.sum<number>('amount').as('entries'))
      .where('account_id', '=', person.id)
      .where('spent', '=', true)
      .executeTakeFirstOrThrow();
    expect(Number(entries)).toBe(-70);
  });

  it('doesn’t count toward the monthly cap of the unlimited plan', async () => {
    const person = await bench.person({ unlimited: true, exported: 499_970 });
    await file(person, { filters: CLERKS, first: 20 });
    expect(await person.account()).toMatchObject({ monthlyExports: 499_990 });
    const refused = await person.exportFile('leadrocks', { filters: CLERKS });
    expect(refused.status).toBe(402);
    await refused.text();
    expect(await file(person, { filters: CLERKS, first: 30 })).toHaveLength(30);
    expect(await person.account()).toMatchObject({ monthlyExports: 500_000 });
  });
});
