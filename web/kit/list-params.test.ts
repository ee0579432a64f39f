import { expect, it } from 'vitest';
import { chosenRows, readListPart, writeListPart } from './list-params.ts';

const read = (query: string) => readListPart(new URLSearchParams(query));

it('keeps the search, filters, order and page in the URL', () => {
  expect(read('q=bakery&sort=-name&page=3')).toEqual({
    search: 'bakery',
    where: [],
    sort: { column: 'name', descending: true },
    page: 3,
  });
  expect(read('page=-2')).toEqual({ search: '', where: [], sort: null, page: 1 });
  expect(read('page=x').page).toBe(1);
  const where = [
    { column: 'Closed = yes?', is: 'not-equal', value: 'no' },
    { column: 'City', is: 'empty', value: '' },
  ] as const;
  const written = writeListPart(new URLSearchParams('page=2'), { where });
  expect(written.getAll('where')).toEqual(['Closed %3d yes?!no', 'City=']);
  expect(read(written.toString())).toMatchObject({ where, page: 1 });
  // A filter of a column that is gone is left out.
  expect(chosenRows({ search: 'a', where }, ['City'])).toEqual({
    search: 'a',
    where: '[{"fields":["City"],"is":"empty","value":""}]',
  });
});

it('starts at the first page after a new search or order, and keeps other parameters', () => {
  const before = new URLSearchParams('q=a&page=4&tool=website-extraction');
  expect(writeListPart(before, { search: 'b' }).toString()).toBe('tool=website-extraction&q=b');
  expect(writeListPart(before, { page: 2 }).toString()).toBe('tool=website-extraction&q=a&page=2');
  expect(writeListPart(before, { sort: { column: 'name', descending: false } }).get('page')).toBeNull();
});
