import { expect, it } from 'vitest';
import { SelectedRows, writeSelectedRows } from './selected-rows.ts';

it('reads numbers and ranges, each row once, in order', () => {
  expect(SelectedRows.parse('9,0-2,2')).toEqual([0, 1, 2, 9]);
  const rows = [7, 3, 4, 5, 0];
  expect(writeSelectedRows(rows)).toBe('0,3-5,7');
  expect(SelectedRows.parse(writeSelectedRows(rows))).toEqual([0, 3, 4, 5, 7]);
});

it('refuses too many rows, and what is no row, without counting up to it', () => {
  expect(SelectedRows.parse('1-1000')).toHaveLength(1000);
  for (const text of ['1-1001', '0-999,2000', '0-999999999999', `1${',1'.repeat(7000)}`]) {
    const { error } = SelectedRows.safeParse(text);
    expect([text.slice(0, 20), error?.issues[0]?.message]).toEqual([
      text.slice(0, 20),
      'Select at most 1,000 rows, or all that match a filter.',
    ]);
  }
  for (const text of ['', 'a', '-1', '1,', '5-3', '1.5', '9999999999999'])
    expect([text, SelectedRows.safeParse(text).success]).toEqual([text, false]);
});
