import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeAfter, readCursor, writeCursor } from './row-cursor.ts';
import { type ListBench, type ListOwner, openListBench } from './test-lists.ts';

describe('a place in a list', () => {
  it('is a text that is read again, and refuses others', () => {
    expect(readCursor(writeCursor({ id: 12, offset: 5 }))).toEqual({ id: 12, offset: 5 });
    for (const text of ['', '12', '12-', '-1-5', '1e3-5', `${'9'.repeat(30)}-1`])
      expect(() => readCursor(text)).toThrow('`after` must be');
  });

  it.each<[ids: number[], options: Parameters<typeof placeAfter>[2], place: number]>([
    // as it was, moved by two new rows, and gone
    [[9, 8, 7, 6], { sort: null }, 2],
    [[11, 10, 9, 8, 7], { sort: null }, 4],
    [[9, 7, 6], { sort: null }, 1],
    [[1, 7, 8, 9, 12], { sort: null, order: 'added' }, 3],
    [[1, 7, 9, 12], { sort: null, order: 'added' }, 2],
    [[9, 10, 11], { sort: {} }, 2],
    [[9], { sort: {} }, 1],
    [[9, 10], { sort: null }, 2],
  ])('is found among %j', (ids, options, place) => {
    expect(placeAfter(Float64Array.from(ids), { id: 8, offset: 2 }, options)).toBe(place);
  });
});

describe('pages by cursor', () => {
  let bench: ListBench;
  let ada: ListOwner;
  beforeAll(async () => {
    bench = await openListBench();
    ada = await bench.person();
  });
  afterAll(() => bench.close());

  const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

  it.each<[query: string, expected: string]>([
    ['', 'gfedcba'],
    ['&order=added', 'abcdefg'],
    ['&search=x', 'gfedcba'],
    ['&search=x&order=added', 'abcdefg'],
    ['&sort=Name&direction=desc', 'gfedcba'],
  ])('miss and repeat no row while others are added and deleted: %s', async (query, expected) => {
    const columns = [{ name: 'Name' }, { name: 'Note' }];
    const { body: list } = await ada.call('list-create', { name: `Pages${query}`, columns });
    const add = (names: string[]) =>
      ada.call('list-add-rows', { id: list.id, rows: names.map((Name) => ({ Name, Note: 'x' })) });
    await add(NAMES);
    const read: string[] = [];
    for (let after = ''; ; ) {
      const { body } = await ada.call(`list-rows?id=${list.id}&limit=3${query}${after}`);
      for (const { values } of body.rows) read.push(values.Name);
      if (read.length === 3) {
        // A row of the first page goes, and newer ones come.
        const [gone] = body.rows.slice(-1);
        await ada.call('list-delete-rows', { id: list.id, rows: [gone.id] });
        if (!query.includes('sort')) await add(['new']);
        else await add([gone.values.Name]);
      }
      if (body.next === null) break;
      after = `&after=${body.next}`;
    }
    expect(read.filter((name) => name !== 'new').join('')).toBe(expected);
  });

  it('refuse a cursor that they didn’t give out', async () => {
    const { body: list } = await ada.call('list-create', { name: 'Wrong', columns: [{ name: 'Name' }] });
    const { status, body } = await ada.call(`list-rows?id=${list.id}&after=5`);
    expect([status, body.error.message]).toEqual([400, '`after` must be the `next` of the page before.']);
  });
});
