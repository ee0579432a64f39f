import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeRows } from './store-steps.ts';
import { batch, type ListBench, openListBench, place } from './test-lists.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench();
});
afterAll(() => bench.close());

it('counts and costs only the rows that a tool can look up', async () => {
  const ada = await bench.person();
  const token = await ada.device();
  const rows = [
    place('a', { website: 'one.example.com' }),
    place('b', { website: 'not known' }),
    place('c', { website: 'n/a' }),
    place('d'),
  ];
  await bench.call('extension-import', { token, body: batch(rows) });
  await ada.setPlan('free');
  await bench.database.db.deleteFrom('entitlements').where('account_id', '=', ada.id).execute();
  const [{ id }] = (await ada.call('lists')).body.lists;
  const quote = (await ada.call('list-quote', { id, type: 'website-extraction' })).body;
  expect(quote).toMatchObject({ items: 1, skipped: 3, credits: 1 });
});

it('counts and costs people whose company is known only by its name', async () => {
  const ada = await bench.person();
  await ada.setPlan('free');
  await bench.database.db.deleteFrom('entitlements').where('account_id', '=', ada.id).execute();
  const columns = ['First name', 'Last name', 'Company'].map((name) => ({ name }));
  const { id } = (await ada.call('list-create', { name: 'People', columns })).body;
  const person = { 'First name': 'Jane', 'Last name': 'Doe' };
  await ada.call('list-add-rows', {
    id,
    rows: [
      { ...person, Company: 'Acme' },
      { ...person, Company: 'N/A' },
    ],
  });
  const quote = (await ada.call('list-quote', { id, type: 'csv-extraction' })).body;
  expect(quote).toMatchObject({ items: 1, skipped: 1, credits: 1, problem: null });
});

it('counts people without an email by their company, if it was chosen beside the emails', async () => {
  const ada = await bench.person();
  const columns = ['Full name', 'Company', 'Email'].map((name) => ({ name }));
  const { id } = (await ada.call('list-create', { name: 'Some emails', columns })).body;
  const jane = { 'Full name': 'Jane Doe', Company: 'Acme', Email: 'jane@acme.com' };
  await ada.call('list-add-rows', { id, rows: [jane, { 'Full name': 'Joe Roe', Company: 'Beta' }] });
  const quote = async (more = {}) =>
    (await ada.call('list-quote', { id, type: 'csv-extraction', ...more })).body;
  expect(await quote()).toMatchObject({ items: 2, skipped: 0, columns: { company: 'Company' } });
  const columnsOf = { email: 'Email', full_name: 'Full name' };
  expect(await quote({ columns: columnsOf })).toMatchObject({ items: 1, skipped: 1 });
});

it('offers a choice for each column with emails that the list has, and counts their addresses', async () => {
  const { deps } = bench;
  const ada = await bench.person();
  const row = {
    keys: ['1'],
    values: { email: 'a@one.example', secondary_email: 'b@one.example; a@one.example' },
  };
  const target = { accountId: ada.id, kind: 'leads', source: 'apollo', name: 'Leads' } as const;
  const columns = ['first_name', 'company', 'email', 'secondary_email'];
  await storeRows(deps, { ...target, columns }, [row]);
  const [{ id }] = (await ada.call('lists')).body.lists;
  const quote = async (more = {}) =>
    (await ada.call('list-quote', { id, type: 'csv-extraction', ...more })).body;
  const both = await quote();
  expect(both).toMatchObject({
    items: 2,
    columns: { email: 'email', email_2: 'secondary_email', email_3: null },
  });
  expect(both.roles.map(({ role }: { role: string }) => role)).toContain('email_2');
  expect(both.roles.map(({ role }: { role: string }) => role)).not.toContain('email_3');
  const one = await quote({ columns: { email: 'email' } });
  expect([one.items, one.roles.length]).toEqual([1, both.roles.length]);
});
