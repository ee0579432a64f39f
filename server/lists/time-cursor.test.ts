import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from '../auth/test-requests.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';
import { pageByTime } from './time-cursor.ts';

let bench: ListBench;
let ada: ListOwner;
beforeAll(async () => {
  bench = await openListBench();
  ada = await bench.person();
});
afterAll(() => bench.close());

async function create(name: string): Promise<string> {
  bench.deps.clock.advance(1000);
  return (await ada.call('list-create', { name, columns: [{ name: 'Mail' }], keyColumn: 'Mail' })).body.id;
}

/** Reads the names of all pages. `meanwhile` runs after the first one. */
async function readAll(call: string, field: string, meanwhile: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = [];
  for (let next = ''; ; ) {
    const { body } = await ada.call(`${call}limit=2${next && `&after=${next}`}`);
    names.push(...body[field].map(({ name }: { name: string }) => name));
    if (body.next === null) return names;
    if (next === '') await meanwhile();
    next = body.next;
  }
}

it('reads lists in pages, in which none is missed or repeated while others change', async () => {
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C', 'D', 'E']) ids.push(await create(name));
  const names = await readAll('lists?order=created&', 'lists', async () => {
    await ada.call('list-add-rows', { id: ids[0], rows: [{ Mail: 'a@a.example' }] });
    await create('F');
    // The last one of the first page.
    await ada.call('list-delete', { id: ids[3] });
  });
  expect([...names].sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
  const all = (await ada.call('lists')).body;
  expect([all.lists.length, all.next]).toEqual([5, null]);
});

it('reads the exports of a list in pages', async () => {
  const id = await create('Exports');
  const remember = async (mark: string) => {
    bench.deps.clock.advance(1000);
    const query = new URLSearchParams({ id, mark });
    await (await send(bench.app, `/functions/v1/list-csv?${query}`, { token: ada.token })).text();
  };
  for (const mark of ['one', 'two', 'three', 'four', 'five']) await remember(mark);
  const names = await readAll(`list-exports?id=${id}&`, 'exports', () => remember('six'));
  expect([...names].sort()).toEqual(['five', 'four', 'one', 'three', 'two']);
  expect((await ada.call(`list-exports?id=${id}`)).body.next).toBeNull();
});

it('refuses a cursor that no page had', async () => {
  const { status, body } = await ada.call('lists?after=none');
  expect([status, body.error.message]).toEqual([400, '`after` must be the `next` of the page before.']);
});

it('separates entries of one moment by their names', () => {
  const entries = ['c', 'a', 'b'].map((name) => ({ name, ms: 5 }));
  const first = pageByTime(entries, { limit: 2 }, (entry) => entry);
  expect(first.page.map(({ name }) => name)).toEqual(['a', 'b']);
  const rest = pageByTime(entries, { limit: 2, after: first.next ?? '' }, (entry) => entry);
  expect(rest).toEqual({ page: [{ name: 'c', ms: 5 }], next: null });
});
