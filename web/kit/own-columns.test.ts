import { expect, it } from 'vitest';
import { ownField } from '#contract/task-csv.ts';
import { sortRows } from '../ui/row-sort.ts';
import { ownGridColumns } from './own-columns.tsx';

/** The cells of a column as they are shown when they are sorted. */
function sorted(name: string, cells: readonly string[], descending = false): (string | undefined)[] {
  const lines = new Map(cells.map((cell, position) => [position, [{ [ownField(0)]: cell }]]));
  const [column] = ownGridColumns([name], lines, []);
  if (!column?.sort) throw new Error('The column has no order.');
  const rows = cells.map((_, position) => ({ position }));
  const shown = sortRows(rows, { column: column.id, descending }, { [column.id]: column.sort });
  return shown.map(({ position }) => cells[position]);
}

it('sorts amounts and days by their value, then texts, then empty cells, as lists do', () => {
  const amounts = ['1.250.000,50 €', 'n/a', '900,00 €', '', '$1,200', '75,5 €'];
  expect(sorted('Umsatz', amounts)).toEqual(['75,5 €', '900,00 €', '$1,200', '1.250.000,50 €', 'n/a', '']);
  expect(sorted('Umsatz', amounts, true)).toEqual([
    '1.250.000,50 €',
    '$1,200',
    '900,00 €',
    '75,5 €',
    'n/a',
    '',
  ]);
  expect(sorted('Since', ['12.01.2025', '07.03.2024', '2023-12-31'])).toEqual([
    '2023-12-31',
    '07.03.2024',
    '12.01.2025',
  ]);
});

it('sorts phones and long IDs as texts', () => {
  expect(sorted('Telefon', ['089 1', '+49 30 1', '030 22'])).toEqual(['+49 30 1', '030 22', '089 1']);
  const ids = ['9007199254740993', '9007199254740992'];
  expect(sorted('ID', ids)).toEqual(ids.toReversed());
});

it('tells own columns apart from ours and from each other', () => {
  const names = ['Company', 'STATUS', 'Email', 'email ', '', 'Note'];
  const headers = ownGridColumns(names, new Map(), ['Company', 'Status']).map(({ header }) => header);
  expect(headers).toEqual([
    'Company (your list)',
    'STATUS (your list)',
    'Email',
    'email (2)',
    'Column 5',
    'Note',
  ]);
});
