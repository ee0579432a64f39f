import { expect, it } from 'vitest';
import { pagesOf, readListPart, writeListPart } from './list-params.ts';

const read = (query: string) => readListPart(new URLSearchParams(query));

it('keeps the search, order and page in the URL', () => {
  expect(read('q=bakery&sort=-name&page=3')).toEqual({
    search: 'bakery',
    sort: { column: 'name', descending: true },
    page: 3,
  });
  expect(read('page=-2')).toEqual({ search: '', sort: null, page: 1 });
  expect(read('page=x').page).toBe(1);
});

it('starts at the first page after a new search or order, and keeps other parameters', () => {
  const before = new URLSearchParams('q=a&page=4&tool=website-extraction');
  expect(writeListPart(before, { search: 'b' }).toString()).toBe('tool=website-extraction&q=b');
  expect(writeListPart(before, { page: 2 }).toString()).toBe('tool=website-extraction&q=a&page=2');
  expect(writeListPart(before, { sort: { column: 'name', descending: false } }).get('page')).toBeNull();
});

it('counts pages', () => {
  expect([0, 1, 50, 51].map(pagesOf)).toEqual([1, 1, 1, 2]);
});
