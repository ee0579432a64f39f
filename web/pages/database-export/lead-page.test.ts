import { expect, it } from 'vitest';
import { leadPageCount, readPage, withPage } from './lead-page.ts';

it.each([
  ['', 1],
  ['page=', 1],
  ['page=abc', 1],
  ['page=0', 1],
  ['page=-1', 1],
  ['page=0.9', 1],
  ['page=NaN', 1],
  ['page=3', 3],
  ['page=2.5', 2],
  ['page=6', 5],
  ['page=1e9', 5],
  ['page=Infinity', 5],
])('the page of "%s" is %i', (address, page) => {
  expect(readPage(new URLSearchParams(address))).toBe(page);
});

it.each([
  [0, 1],
  [1, 1],
  [25, 1],
  [26, 2],
  [125, 5],
  [30_000, 5],
])('%i leads have %i viewable pages', (count, pages) => {
  expect(leadPageCount(count)).toBe(pages);
});

it('keeps the filters and omits the first page', () => {
  expect(withPage(new URLSearchParams('title=a&page=5&email=1'), 2).toString()).toBe(
    'title=a&page=2&email=1',
  );
  expect(withPage(new URLSearchParams('title=a&page=5'), 1).toString()).toBe('title=a');
});
