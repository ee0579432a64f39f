import { afterAll, beforeAll, expect, it } from 'vitest';
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
