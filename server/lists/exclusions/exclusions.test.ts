import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListColumn } from '#contract/list-columns.ts';
import { EXCLUSION_LISTS_MAX } from '#contract/list-exclusions.ts';
import { type ListBench, type ListOwner, openListBench } from '../test-lists.ts';
import { excludedKeys, foundKeys, rowKeys } from './excluded-keys.ts';
import { LIST_KEYS_MAX } from './list-keys.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

const column = (role: ListColumn['role']): ListColumn => ({
  id: role ?? 'other',
  name: role ?? 'Other',
  type: 'text',
  role,
  step: null,
  field: null,
});
const FIELDS = [...(['email', 'domain', 'linkedin', 'phone', 'company'] as const).map(column), column(null)];

/** Whether a row is left out because of an entry. */
function leaves(
  entry: Record<string, string>,
  row: Record<string, string>,
  excludes: 'people' | 'companies',
) {
  const keys = new Set(excludedKeys(FIELDS, entry, excludes));
  return rowKeys(FIELDS, row).some((key) => keys.has(key));
}

describe('an entry of an exclusion list', () => {
  it.each([
    [{ email: 'Ann@Acme.com' }, { email: 'ann+news@acme.com' }],
    [{ email: 'ann@acme.com; ben@acme.com' }, { email: 'ben@acme.com' }],
    [{ linkedin: 'https://www.linkedin.com/in/Ann-9/?x=1' }, { linkedin: 'linkedin.com/in/ann-9' }],
    [{ phone: '+49 30 123456' }, { phone: '+49 (0)30 123456' }],
    [{ domain: 'acme.com' }, { email: 'ann@acme.com' }],
    [{ domain: 'https://www.acme.com/about' }, { domain: 'shop.acme.com' }],
    [{ company: 'Acme GmbH' }, { company: 'ACME' }],
  ])('leaves out the same person or company: %o, %o', (entry, row) => {
    expect(leaves(entry, row, 'people')).toBe(true);
    expect(leaves(entry, row, 'companies')).toBe(true);
  });

  it.each([
    [{ email: 'ann@acme.com' }, { email: 'ben@acme.com' }],
    [
      { email: 'ann@acme.com', company: 'Acme' },
      { email: 'ben@b.com', company: 'Acme Inc.' },
    ],
    [{ email: 'ann@acme.com', domain: 'acme.com' }, { domain: 'acme.com' }],
  ])('of people leaves their colleagues, and with companies it does not: %o, %o', (entry, row) => {
    expect(leaves(entry, row, 'people')).toBe(false);
    expect(leaves(entry, row, 'companies')).toBe(true);
  });

  it.each([
    [{ email: 'ann@gmail.com' }, { email: 'ben@gmail.com' }],
    [{ other: 'ann@acme.com' }, { other: 'ann@acme.com' }],
    [{ email: 'no address' }, { email: 'no address' }],
    [{}, {}],
  ])('never leaves out strangers: %o, %o', (entry, row) => {
    expect(leaves(entry, row, 'companies')).toBe(false);
  });
});

it('a list of as many rows as an account may have isn’t too large to compare rows with', () => {
  const fields = [...FIELDS, column('full_name')];
  const row = {
    email: 'ann@acme.com',
    domain: 'acme.com',
    linkedin: 'linkedin.com/in/ann-9',
    phone: '+49 30 123456',
    company: 'Acme GmbH',
    full_name: 'Ann Lee',
  };
  expect(500_000 * foundKeys(fields, row).length).toBeLessThan(LIST_KEYS_MAX);
});

describe('exclusion lists', () => {
  async function newList(name: string, rows: readonly Record<string, string>[]): Promise<string> {
    const columns = ['Name', 'Email'].map((each) => ({ name: each }));
    const { body } = await ada.call('list-create', { name, columns });
    await ada.call('list-add-rows', { id: body.id, rows });
    return body.id;
  }
  const names = (body: { rows: { values: { Name: string } }[] }) =>
    body.rows.map(({ values }) => values.Name);

  it('leave rows out of pages, files and saved rows, and are read again after a change', async () => {
    const leads = await newList('Leads', [
      { Name: 'Ann', Email: 'ann@acme.com' },
      { Name: 'Ben', Email: 'ben@acme.com' },
      { Name: 'Cal', Email: 'cal@other.com' },
    ]);
    const customers = await newList('Customers', [{ Name: 'x', Email: 'ANN@acme.com' }]);
    const page = (leaveOut: string) => ada.call(`list-rows?id=${leads}&order=added&leaveOut=${leaveOut}`);
    expect((await page(customers)).status).toBe(400);
    const set = await ada.call('list-set-exclusion', { id: customers, excludes: 'people' });
    expect(set.body.excludes).toBe('people');
    const { body } = await page(customers);
    expect([names(body), body.total, body.leftOut]).toEqual([['Ben', 'Cal'], 2, 1]);
    expect((await page('')).body).toMatchObject({ total: 3, leftOut: 0 });

    await ada.call('list-set-exclusion', { id: customers, excludes: 'companies' });
    expect((await page(customers)).body).toMatchObject({ total: 1, leftOut: 2 });
    await ada.call('list-add-rows', { id: customers, rows: [{ Name: 'y', Email: 'info@other.com' }] });
    const inOne = (await page(customers)).body;
    expect(inOne).toMatchObject({
      total: 0,
      leftOut: 3,
      leftOutBy: [{ id: customers, name: 'Customers', rows: 3 }],
    });

    await ada.call('list-set-exclusion', { id: customers, excludes: 'people' });
    const saved = await ada.call('list-save-rows', { id: leads, name: 'Without', leaveOut: customers });
    expect(saved.body).toMatchObject({
      added: 2,
      leftOutBy: [{ id: customers, name: 'Customers', rows: 1 }],
    });
    const ann = { id: leads, name: 'Ann', search: 'ann@', leaveOut: customers };
    expect((await ada.call('list-save-rows', ann)).body.error.message).toBe(
      'Nothing was saved: your exclusion lists leave out these rows (Customers).',
    );
    expect(
      (await ada.call('list-set-exclusion', { id: customers, excludes: null })).body.excludes,
    ).toBeNull();
  });

  it('are counted by name, and a row in several counts for the oldest', async () => {
    const leads = await newList('Everyone', [
      { Name: 'Ann', Email: 'ann@one.com' },
      { Name: 'Ben', Email: 'ben@two.com' },
      { Name: 'Cal', Email: 'cal@three.com' },
      { Name: 'Dee', Email: 'dee@four.com' },
    ]);
    const old = await newList('Contacted', [{ Name: 'x', Email: 'ann@one.com' }]);
    bench.deps.clock.advance(1000);
    const later = await newList('Rivals', [
      { Name: 'x', Email: 'ann@one.com' },
      { Name: 'x', Email: 'ben@two.com' },
      { Name: 'x', Email: 'cal@three.com' },
    ]);
    // A change makes the old one the latest.
    for (const id of [later, old]) await ada.call('list-set-exclusion', { id, excludes: 'people' });
    const { body } = await ada.call(`list-rows?id=${leads}&leaveOut=${old},${later}`);
    expect([names(body), body.leftOut]).toEqual([['Dee'], 3]);
    expect(body.leftOutBy).toEqual([
      { id: later, name: 'Rivals', rows: 2 },
      { id: old, name: 'Contacted', rows: 1 },
    ]);
    for (const id of [later, old]) await ada.call('list-set-exclusion', { id, excludes: null });
  });

  it('are at most as many as can be used at once', async () => {
    const cal = await bench.person();
    const exclude = async (n: number) => {
      const { body } = await cal.call('list-create', { name: `List ${n}`, columns: [{ name: 'Email' }] });
      const reply = await cal.call('list-set-exclusion', { id: body.id, excludes: 'people' });
      return { id: body.id, status: reply.status };
    };
    const made = [];
    for (let n = 0; n < EXCLUSION_LISTS_MAX; n += 1) made.push(await exclude(n));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([200]));
    const more = await exclude(EXCLUSION_LISTS_MAX);
    expect(more.status).toBe(429);
    const first = made[0]?.id;
    expect((await cal.call('list-set-exclusion', { id: first, excludes: 'companies' })).status).toBe(200);
    expect((await cal.call('list-set-exclusion', { id: first, excludes: null })).status).toBe(200);
    expect((await cal.call('list-set-exclusion', { id: more.id, excludes: 'people' })).status).toBe(200);
  });

  it('of others can’t be used', async () => {
    const bob = await bench.person();
    const { body: list } = await bob.call('list-create', { name: 'Mine', columns: [{ name: 'Email' }] });
    await bob.call('list-set-exclusion', { id: list.id, excludes: 'people' });
    const leads = await newList('More leads', [{ Name: 'Ann', Email: 'ann@acme.com' }]);
    expect((await ada.call(`list-rows?id=${leads}&leaveOut=${list.id}`)).status).toBe(400);
    expect((await ada.call(`list-rows?id=${leads}&leaveOut=nonsense`)).status).toBe(400);
    expect((await ada.call('list-set-exclusion', { id: list.id, excludes: null })).status).toBe(404);
  });
});
