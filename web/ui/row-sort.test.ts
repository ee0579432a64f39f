import { describe, expect, it } from 'vitest';
import { nextSort, readRowSort, sortRows, writeRowSort } from './row-sort.ts';

const KEYS = { name: (row: { name: string; n: number }) => row.name, n: (row: { n: number }) => row.n };
const rows = [
  { name: 'b', n: 10 },
  { name: '', n: 2 },
  { name: 'A', n: 10 },
  { name: 'file 10', n: 1 },
  { name: 'file 9', n: 3 },
];
const names = (sort: Parameters<typeof sortRows>[1]) => sortRows(rows, sort, KEYS).map(({ name }) => name);

describe('row sort', () => {
  it('ignores case, sorts numbers by size, and puts empty values last', () => {
    expect(names({ column: 'name', descending: false })).toEqual(['A', 'b', 'file 9', 'file 10', '']);
    expect(names({ column: 'name', descending: true })).toEqual(['file 10', 'file 9', 'b', 'A', '']);
  });

  it('keeps the order of equal rows in both directions', () => {
    expect(names({ column: 'n', descending: false })).toEqual(['file 10', '', 'file 9', 'b', 'A']);
    expect(names({ column: 'n', descending: true })).toEqual(['b', 'A', 'file 9', '', 'file 10']);
  });

  it('puts numbers before texts in both directions', () => {
    const mixed = ['text', 5, '', 30];
    const by = (descending: boolean) =>
      sortRows(mixed, { column: 'value', descending }, { value: (value) => value });
    expect(by(false)).toEqual([5, 30, 'text', '']);
    expect(by(true)).toEqual([30, 5, 'text', '']);
  });

  it('changes nothing without a column or with an unknown one', () => {
    expect(sortRows(rows, null, KEYS)).toBe(rows);
    expect(sortRows(rows, { column: 'constructor', descending: false }, KEYS)).toBe(rows);
  });

  it('is read from the URL and written to it', () => {
    for (const value of ['name', '-name']) {
      const sort = readRowSort(new URLSearchParams({ sort: value }));
      expect(sort && writeRowSort(sort)).toBe(value);
    }
    expect(readRowSort(new URLSearchParams('sort=-'))).toBeNull();
    expect(readRowSort(new URLSearchParams())).toBeNull();
  });

  it('goes from ascending to descending to none', () => {
    const up = nextSort(null, 'n');
    const down = nextSort(up, 'n');
    expect([up, down, nextSort(down, 'n')]).toEqual([
      { column: 'n', descending: false },
      { column: 'n', descending: true },
      null,
    ]);
    expect(nextSort(down, 'name')).toEqual({ column: 'name', descending: false });
  });
});
