import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createListSearch, type ListQuery } from '../list-search.ts';
import { findList, type ListRecord } from '../store.ts';
import { type ListBench, type ListOwner, openListBench } from '../test-lists.ts';
import { type ColumnIndex, createColumnIndex } from './column-index.ts';
import { COLUMNS, isAnswered, TRICKY } from './test-rows.ts';
import { createIndexThread, type IndexThread, IndexThreadError } from './thread-host.ts';

const MEGABYTE = 1_000_000;
const UNORDERED = [
  'containing',
  'not-containing',
  'equal',
  'not-equal',
  'one-of',
  'empty',
  'not-empty',
] as const;
const value = fc.constantFrom(...TRICKY);
const column = fc.constantFrom(...COLUMNS);
const rowCells = fc.dictionary(column, value, { maxKeys: COLUMNS.length, noNullPrototype: true });
const indexQuery = fc.record({
  search: fc.oneof(fc.constant(''), value),
  where: fc.array(
    fc.record({ fields: column.map((name) => [name]), is: fc.constantFrom(...UNORDERED), value }),
    { maxLength: 1 },
  ),
  sort: fc.option(fc.record({ column, direction: fc.constantFrom('asc' as const, 'desc' as const) })),
  order: fc.constantFrom('latest' as const, 'added' as const),
});
const log = { error: () => {} };
const start = () => createIndexThread({ limitBytes: 100 * MEGABYTE, unusedMs: 60_000 }, () => {});

let bench: ListBench;
let thread: IndexThread;
let index: ColumnIndex;
beforeAll(async () => {
  bench = await openListBench();
  thread = start();
  index = createColumnIndex({ log, thread });
});
afterAll(async () => {
  await index.close();
  await bench.close();
});

async function emptyList(owner: ListOwner, name: string): Promise<string> {
  const columns = COLUMNS.map((column) => ({ name: column }));
  const { body } = await owner.call('list-create', { name, columns });
  return body.id;
}

async function record(owner: ListOwner, id: string): Promise<ListRecord> {
  const list = await findList(bench.database.db, owner.id, id);
  if (!list) throw new Error('The list is missing.');
  return list;
}

/** A thread that also says what it is asked. */
function counting(of: IndexThread): { counted: IndexThread; kinds: string[] } {
  const kinds: string[] = [];
  const counted: IndexThread = {
    ask: (account, request) => {
      kinds.push(request.kind);
      return of.ask(account, request);
    },
    close: () => of.close(),
  };
  return { counted, kinds };
}

/** What the steps through the rows find, and what the index does. */
async function bothWays(list: ListRecord, query: ListQuery) {
  const { db } = bench.database;
  const { rows, total } = await createListSearch(db, null).page(list, query);
  // A search waits until the list is read.
  await index.find(db, list, { ...query, search: 'x' });
  const found = await index.find(db, list, query);
  return { steps: { ids: rows.map(({ id }) => id), total }, found };
}

describe('the index of a list', () => {
  it('finds what the steps through its rows find, while it is changed', async () => {
    const ada = await bench.person();
    let lists = 0;
    const step = fc.record({
      add: fc.array(rowCells, { maxLength: 8 }),
      edit: fc.array(fc.tuple(fc.nat({ max: 12 }), rowCells), { maxLength: 2 }),
      remove: fc.array(fc.nat({ max: 12 }), { maxLength: 2 }),
      queries: fc.array(indexQuery, { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
        lists += 1;
        bench.deps.clock.advance(60_000);
        const id = await emptyList(ada, `List ${lists}`);
        for (const { add, edit, remove, queries } of steps) {
          if (add.length > 0) await ada.call('list-add-rows', { id, rows: add });
          const { body } = await ada.call(`list-rows?id=${id}&order=added&limit=200`);
          const ids: number[] = body.rows.map((row: { id: number }) => row.id);
          const changes = edit.flatMap(([at, cells]) =>
            Object.entries(cells).map(([column, value]) => ({ row: ids[at] ?? 0, column, value })),
          );
          if (changes.length > 0) await ada.call('list-edit', { id, changes, add: [] });
          const gone = remove.flatMap((at) => ids[at] ?? []);
          if (gone.length > 0) await ada.call('list-delete-rows', { id, rows: gone });
          const list = await record(ada, id);
          for (const query of queries) {
            const { steps: expected, found } = await bothWays(list, { ...query, offset: 0, limit: 100 });
            expect(found).toEqual(isAnswered(query) ? expected : null);
          }
        }
        await ada.call('list-delete', { id });
      }),
      { numRuns: 20 },
    );
  });

  it('follows rows that join others while more are added, and columns that are deleted', async () => {
    const ada = await bench.person();
    const device = await ada.device();
    const place = (name: string, aliases: string[]) => ({
      key: aliases[0],
      aliases,
      values: { name, city: 'Köln' },
    });
    const add = (rows: object[]) =>
      bench.call('extension-import', {
        token: device,
        body: { list: 'Joined', site: 'google-maps', readerVersion: '0.1.0', rows },
      });
    await add([place('One', ['a']), place('Two', ['b'])]);
    const { id } = (await ada.call('lists')).body.lists[0];
    const query: ListQuery = { search: 'o', sort: null, offset: 0, limit: 10 };
    const total = async (more: Partial<ListQuery> = {}) => {
      const { steps, found } = await bothWays(await record(ada, id), { ...query, ...more });
      expect(found).toEqual(steps);
      return found?.total;
    };
    expect(await total()).toBe(2);
    // The first row joins the two, and two more are added.
    await add([place('Both', ['a', 'b']), place('Third one', ['c']), place('Fourth one', ['d'])]);
    expect(await total({ search: '' })).toBe(3);
    expect(await total({ search: 'köln' })).toBe(3);
    const deleted = await ada.call('list-change-columns', { id, delete: ['city'] });
    expect(deleted.code).toBeUndefined();
    expect(await total({ search: 'köln' })).toBe(0);
  });

  it('is read in the background when the list is opened', async () => {
    const ada = await bench.person();
    const id = await emptyList(ada, 'Opened');
    await ada.call('list-add-rows', { id, rows: [{ city: 'Berlin' }] });
    const list = { ...(await record(ada, id)), rows: 5000 };
    const { counted, kinds } = counting(thread);
    const own = createColumnIndex({ log, thread: counted });
    const search = createListSearch(bench.database.db, own);
    const plain: ListQuery = { search: '', sort: null, offset: 0, limit: 10 };
    expect((await search.page(list, plain)).rows).toHaveLength(1);
    await search.page(list, plain);
    expect((await search.page(list, { ...plain, search: 'berlin' })).total).toBe(1);
    expect(kinds.filter((kind) => kind === 'open')).toHaveLength(1);
    // It was asked once in the background, and again after it was read, and then for the search.
    expect(kinds.filter((kind) => kind === 'find')).toHaveLength(3);
  });

  it('lets a sort pass while the list is read for the first time', async () => {
    const ada = await bench.person();
    const id = await emptyList(ada, 'Sorted');
    await ada.call('list-add-rows', { id, rows: [{ city: 'Berlin' }, { city: 'Aachen' }] });
    const list = { ...(await record(ada, id)), rows: 5000 };
    const { counted, kinds } = counting(thread);
    const own = createColumnIndex({ log, thread: counted });
    const sorted: ListQuery = {
      search: '',
      sort: { column: 'city', direction: 'asc' },
      offset: 0,
      limit: 10,
    };
    expect(await own.find(bench.database.db, list, sorted)).toBeNull();
    const { rows } = await createListSearch(bench.database.db, own).page(list, sorted);
    expect(rows.map(({ cells }) => cells.city)).toEqual(['Aachen', 'Berlin']);
    await own.find(bench.database.db, list, { ...sorted, search: 'a' });
    expect((await own.find(bench.database.db, list, sorted))?.ids).toEqual(rows.map((row) => row.id));
    expect(kinds.filter((kind) => kind === 'open')).toHaveLength(1);
  });

  it('of another account or a list that is gone is not found', async () => {
    const ada = await bench.person();
    const id = await emptyList(ada, 'Gone');
    await ada.call('list-add-rows', { id, rows: [{ city: 'Berlin' }] });
    const list = await record(ada, id);
    const query: ListQuery = { search: 'berlin', sort: null, offset: 0, limit: 10 };
    expect((await bothWays(list, query)).found?.total).toBe(1);
    await ada.call('list-delete', { id });
    expect(await index.find(bench.database.db, list, query)).toBeNull();
  });
});

describe('the thread of the index', () => {
  it('starts again after it ended, and a search that it did not answer reads the rows', async () => {
    const ada = await bench.person();
    const id = await emptyList(ada, 'Kept');
    await ada.call('list-add-rows', { id, rows: [{ city: 'Berlin' }, { city: 'Bern' }] });
    const list = { ...(await record(ada, id)), rows: 5000 };
    const query: ListQuery = { search: 'ber', sort: null, offset: 0, limit: 10 };
    const own = start();
    let isFailing = false;
    const failing: IndexThread = {
      ask: async (account, request) => {
        if (isFailing) throw new IndexThreadError('ended');
        return own.ask(account, request);
      },
      close: () => own.close(),
    };
    const search = createListSearch(bench.database.db, createColumnIndex({ log, thread: failing }));
    expect((await search.page(list, query)).total).toBe(2);
    const asked = own.ask(ada.id, { kind: 'keep', list: id, from: 0, to: 1, ids: '[]' });
    await own.close();
    await expect(asked).rejects.toThrow(IndexThreadError);
    expect((await search.page(list, query)).total).toBe(2);
    isFailing = true;
    expect((await search.page(list, query)).total).toBe(2);
    await own.close();
  });

  it('leaves lists that are too large to the rows, without reading them for each search', async () => {
    const ada = await bench.person();
    const id = await emptyList(ada, 'Large');
    await ada.call('list-add-rows', { id, rows: [{ city: 'Berlin' }] });
    const list = await record(ada, id);
    const own = createIndexThread({ limitBytes: 100, unusedMs: 60_000 }, () => {});
    const { counted, kinds } = counting(own);
    const small = createColumnIndex({ log, thread: counted });
    const query: ListQuery = { search: 'berlin', sort: null, offset: 0, limit: 10 };
    for (let n = 0; n < 3; n += 1) expect(await small.find(bench.database.db, list, query)).toBeNull();
    expect(kinds.filter((kind) => kind === 'open')).toHaveLength(1);
    await small.close();
  });
});
