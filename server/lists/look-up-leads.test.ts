import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadSaveView } from '#contract/lead-saves.ts';
import { WAIT } from '../../e2e/fixtures/wait.ts';
import { recordDrop } from '../leads/lead-tables.ts';
import { loadLeads } from '../leads/load-leads.ts';
import { type LeadBench, openLeadBench, type Searcher } from '../leads/test-leads.ts';
import { addOptOuts } from '../opt-outs/opt-outs.ts';
import { startLeadSaves } from './save-leads-worker.ts';

const COMPANIES = [
  { Company: 'Acme', Website: 'https://acme.com', Note: 'first' },
  { Company: 'Beta GmbH', Note: 'second' },
  // One company with two domains.
  { Company: 'Gamma', Website: 'gamma.com', Email: 'info@gamma.de', Note: 'third' },
  { Company: 'Nobody', Website: 'nobody.com', Note: 'none' },
];
const person = (name: string, company: string, email: string, website: string, title = 'CTO') => [
  name,
  'Lee',
  title,
  company,
  email,
  website,
];
const LEADS = [
  person('A1', 'Acme', '', 'acme.com'),
  person('A2', 'Acme', '', 'acme.com'),
  person('A3', 'Acme', 'a3@acme.com', ''),
  person('A4', 'Acme', 'a4@acme.com', 'acme.com'),
  person('A5', 'Acme', 'a5@acme.com', 'acme.com', 'Intern'),
  person('B1', 'BETA', 'b1@beta.example', ''),
  person('B2', 'Beta', 'b2@beta.example', ''),
  person('B3', 'Beta', 'b3@beta.example', ''),
  person('G1', 'Gamma', 'g1@gamma.com', ''),
  person('G2', 'Gamma', 'g2@gamma.de', ''),
  person('G3', 'Gamma', 'g3@gamma.de', 'gamma.com'),
  person('X1', 'Other', 'x1@other.com', ''),
];

let bench: LeadBench;
let stop: () => Promise<void>;
beforeAll(async () => {
  bench = await openLeadBench();
  await bench.deps.queue.start();
  await recordDrop(bench.deps.warehouse, 'apollo', new Date());
  await loadLeads(bench.deps.warehouse, {
    database: 'apollo',
    mode: 'replace',
    columns: ['first_name', 'last_name', 'title', 'company', 'email', 'website'],
    rows: LEADS,
  });
  bench.deps.leadSearch.invalidate('apollo');
  stop = await startLeadSaves(bench.deps);
});
afterAll(async () => {
  await stop();
  await bench.close();
});

async function listOf(who: Searcher, name: string, rows: readonly object[]): Promise<string> {
  const columns = ['Company', 'Website', 'Email', 'LinkedIn', 'Note'].map((each) => ({ name: each }));
  const { body } = await who.post('list-create', { name, columns });
  await who.post('list-add-rows', { id: body.id, rows });
  return body.id;
}
async function save(who: Searcher, filters: object, more: object = {}): Promise<LeadSaveView> {
  const { body } = await who.post('list-save-leads', {
    database: 'apollo',
    filters,
    name: 'People',
    companyCells: true,
    ...more,
  });
  await expect
    .poll(() => who.get(`list-lead-save?id=${body.id}`), WAIT)
    .toMatchObject({ state: expect.not.stringMatching('saving') });
  return who.get(`list-lead-save?id=${body.id}`);
}
async function peopleOf(who: Searcher, id: string): Promise<Record<string, string>[]> {
  const { rows } = await who.get(`list-rows?id=${id}&limit=200&order=added`);
  return rows.map(({ values }: { values: Record<string, string> }) => values);
}
const count = (rows: readonly Record<string, string>[], company: string) =>
  rows.filter(({ first_name }) => first_name?.startsWith(company)).length;

describe('looking up leads at the companies of a list', () => {
  it('makes a row per person, at most so many a company, with the cells of the company', async () => {
    const ann = await bench.person();
    const list = await listOf(ann, 'Companies', COMPANIES);
    const filters = { inLists: [list], perCompany: 2, includeJobTitles: ['CTO'] };
    const search = await ann.call('apollo', { action: 'count', filters });
    expect(search.body).toMatchObject({ count: 6 });
    const saved = await save(ann, filters);
    expect(saved).toMatchObject({ state: 'done', leads: 6, added: 6, cost: 6 });
    const people = await peopleOf(ann, saved.list?.id ?? '');
    expect(['A', 'B', 'G'].map((company) => count(people, company))).toEqual([2, 2, 2]);
    // First those with an email.
    expect(
      people.flatMap(({ first_name }) => (first_name?.startsWith('A') ? first_name : [])).sort(),
    ).toEqual(['A3', 'A4']);
    expect(people.find(({ first_name }) => first_name?.startsWith('B'))).toMatchObject({
      'Companies: Company': 'Beta GmbH',
      Note: 'second',
    });
    expect(people.filter(({ Note }) => Note === 'third')).toHaveLength(2);
    expect(people.every(({ title }) => title === 'CTO')).toBe(true);
    expect(Number((await ann.account()).credits)).toBe(994);
  });

  it('keeps cells of companies apart from what each object has', async () => {
    const ann = await bench.person();
    const columns = [{ name: 'Company' }, { name: 'constructor' }];
    const { body } = await ann.post('list-create', { name: 'Builders', columns });
    const rows: object[] = [{ Company: 'Acme', constructor: 'Meier' }, { Company: 'Beta GmbH' }];
    await ann.post('list-add-rows', { id: body.id, rows });
    const { list } = await save(ann, { inLists: [body.id], perCompany: 1 });
    expect(list?.columns).toContain('Builders: constructor');
    expect(list?.columns).not.toContain('constructor');
    const people = await peopleOf(ann, list?.id ?? '');
    expect(people.map((values) => values['Builders: constructor'] ?? '').sort()).toEqual(['', 'Meier']);
  });

  it('adds nothing and costs nothing when it is done again, and undo removes only what it added', async () => {
    const ann = await bench.person();
    const list = await listOf(ann, 'Companies', COMPANIES);
    const filters = { inLists: [list], perCompany: 1 };
    const first = await save(ann, filters);
    expect(first).toMatchObject({ added: 3, cost: 3 });
    const again = await save(ann, filters);
    expect(again).toMatchObject({ added: 0, updated: 3, cost: 0, list: { rows: 3 } });
    const more = await save(ann, { inLists: [list], perCompany: 3 });
    expect(more).toMatchObject({ added: 6, cost: 6, list: { rows: 9 } });
    const id = more.list?.id;
    const undone = await ann.post('list-undo', { id, edit: more.edit });
    expect(undone.status).toBe(200);
    expect(undone.body.list.rows).toBe(3);
    expect(Number((await ann.account()).credits)).toBe(991);
    // What was paid for stays free.
    expect(await save(ann, { inLists: [list], perCompany: 3 })).toMatchObject({ added: 6, cost: 0 });
  });

  it('leaves out exclusion lists before anything is paid, and others take their places', async () => {
    const ann = await bench.person();
    const list = await listOf(ann, 'Companies', COMPANIES);
    const known = await listOf(ann, 'Known', [{ Email: 'a3@acme.com' }, { Email: 'b1@beta.example' }]);
    await ann.post('list-set-exclusion', { id: known, excludes: 'people' });
    const filters = { inLists: [list], perCompany: 2, leaveOut: [known] };
    const { body } = await ann.call('apollo', { action: 'count', filters });
    expect(body).toMatchObject({ count: 6, leftOut: 2 });
    const saved = await save(ann, filters);
    expect(saved).toMatchObject({ added: 6, cost: 6 });
    const names = (await peopleOf(ann, saved.list?.id ?? '')).map(({ first_name }) => first_name);
    expect(names).not.toContain('A3');
    expect(names).not.toContain('B1');
  });

  it('stops at what the account can pay', async () => {
    const ann = await bench.person({ credits: 4 });
    const list = await listOf(ann, 'Companies', COMPANIES);
    const filters = { inLists: [list], perCompany: 3 };
    expect(await save(ann, filters, { first: 2 })).toMatchObject({ added: 2, cost: 2 });
    expect(await save(ann, filters, { affordable: true })).toMatchObject({ cost: 2 });
    expect(Number((await ann.account()).credits)).toBe(0);
  });

  it('copies no cells of a company that opted out, and takes 1 to 25 people of a company', async () => {
    const ann = await bench.person();
    const list = await listOf(ann, 'Companies', [
      { Company: 'Beta', LinkedIn: 'linkedin.com/in/quiet-9', Note: 'secret' },
    ]);
    await addOptOuts(bench.deps, [{ kind: 'profile', value: 'quiet-9' }], async () => {});
    const saved = await save(ann, { inLists: [list], perCompany: 1 });
    for (const row of await peopleOf(ann, saved.list?.id ?? '')) expect(row.Note).toBeUndefined();
    const refused = await ann.call('apollo', {
      action: 'search',
      filters: { inLists: [list], perCompany: 26 },
    });
    expect(refused.status).toBe(400);
  });

  it('finds only people who match, even if others have the same ids in the table', async () => {
    const ann = await bench.person();
    const list = await listOf(ann, 'Companies', COMPANIES);
    const filters = { inLists: [list], perCompany: 2, includeJobTitles: ['CTO'] };
    // As imports at the same time made them in earlier versions.
    await bench.deps.warehouse.run({
      sql: `INSERT INTO leads.apollo (first_name, title, company, email, lw_id)
SELECT 'Zed', 'Driver', 'Elsewhere', 'zed@elsewhere.example', lw_id FROM leads.apollo WHERE first_name = 'A3'`,
    });
    expect((await ann.call('apollo', { action: 'count', filters })).body).toMatchObject({ count: 6 });
    const { body } = await ann.call('apollo', { action: 'search', filters });
    expect(body.leads.map(({ first_name }: { first_name: string }) => first_name)).not.toContain('Zed');
    expect(await save(ann, filters)).toMatchObject({ added: 6, cost: 6 });
  });
});
