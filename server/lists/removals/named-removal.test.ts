import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListBench, type ListOwner, openListBench } from '../test-lists.ts';

let bench: ListBench;
beforeAll(async () => {
  bench = await openListBench();
});
afterAll(() => bench.close());

async function newList(owner: ListOwner): Promise<string> {
  const { id } = (await owner.call('list-create', { name: 'Repeated', columns: [{ name: 'Company' }] })).body;
  await owner.call('list-add-rows', { id, rows: ['Acme', 'acme', 'Bolt'].map((Company) => ({ Company })) });
  return id;
}

it('undoes a merge and a deletion by the ID that the caller sent, as after a lost reply', async () => {
  const ada = await bench.person();
  const id = await newList(ada);
  const [merged, deleted] = [crypto.randomUUID(), crypto.randomUUID()];
  const merge = (edit: string) =>
    ada.call('list-merge-duplicates', { id, columns: ['Company'], merge: true, edit });
  expect((await merge(merged)).body).toMatchObject({ duplicates: 1, edit: merged });
  const remove = (edit: string) => ada.call('list-delete-rows', { id, all: true, edit });
  expect((await remove(deleted)).body).toMatchObject({ rows: 2, edit: deleted });
  // One that grows would be kept beyond the limits of the account.
  for (const again of [merge(merged), remove(merged)]) expect((await again).code).toBe('conflict');
  expect((await ada.call('list-undo', { id, edit: deleted })).body.list.rows).toBe(2);
  expect((await ada.call('list-undo', { id, edit: merged })).body.list.rows).toBe(3);
});

it('never adds rows to what another account removed', async () => {
  const [ada, eve] = [await bench.person(), await bench.person()];
  const edit = crypto.randomUUID();
  const [theirs, own] = [await newList(ada), await newList(eve)];
  await ada.call('list-delete-rows', { id: theirs, all: true, edit });
  expect((await eve.call('list-delete-rows', { id: own, all: true, edit })).code).toBe('conflict');
  expect((await eve.call(`list-rows?id=${own}`)).body.total).toBe(3);
  expect((await ada.call('list-undo', { id: theirs, edit })).body.list.rows).toBe(3);
});
