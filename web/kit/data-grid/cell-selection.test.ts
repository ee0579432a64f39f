import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cellCount,
  cellSelection,
  columnSelection,
  columnsSelection,
  contains,
  extendedTo,
  keptInside,
  rangeOf,
  rowsSelection,
  sizeText,
  wholeSelection,
} from './cell-selection.ts';

const size = { rows: 10, columns: 4, checks: true };
const at = (row: number, column: number) => ({ row, column });

describe('the selected range', () => {
  it('is between the cursor and the other corner, in any direction', () => {
    const selection = extendedTo(cellSelection(at(5, 3)), at(2, 1), size);
    expect(selection.cursor).toEqual(at(5, 3));
    expect(rangeOf(selection)).toEqual({ top: 2, bottom: 5, left: 1, right: 3 });
  });

  it('is nothing in the header and on a check box', () => {
    expect(rangeOf(cellSelection(at(-1, 2)))).toBeNull();
    expect(rangeOf(cellSelection(at(2, -1)))).toBeNull();
  });

  it('starts anew from the header', () => {
    expect(rangeOf(extendedTo(cellSelection(at(-1, 2)), at(3, 1), size))).toEqual({
      top: 3,
      bottom: 3,
      left: 1,
      right: 1,
    });
  });

  it('never leaves the cells', () => {
    const place = fc.record({
      row: fc.integer({ min: -5, max: 20 }),
      column: fc.integer({ min: -5, max: 9 }),
    });
    fc.assert(
      fc.property(place, place, (cursor, end) => {
        const range = rangeOf(keptInside({ cursor, end }, size));
        if (!range) return;
        expect(range.top).toBeGreaterThanOrEqual(0);
        expect(range.bottom).toBeLessThan(size.rows);
        expect(range.left).toBeGreaterThanOrEqual(0);
        expect(range.right).toBeLessThan(size.columns);
      }),
    );
  });
});

describe('whole rows and columns', () => {
  it('has all rows of a column, and of several with Shift', () => {
    const first = columnSelection(1, size);
    expect(rangeOf(first)).toEqual({ top: 0, bottom: 9, left: 1, right: 1 });
    expect(rangeOf(columnSelection(3, size, first))).toEqual({ top: 0, bottom: 9, left: 1, right: 3 });
    expect(rangeOf(columnSelection(3, size, cellSelection(at(0, 1))))).toMatchObject({ left: 3, right: 3 });
  });

  it('stays in the header of an empty grid', () => {
    expect(columnSelection(1, { ...size, rows: 0 }).cursor).toEqual(at(-1, 1));
  });

  it('grows from a range', () => {
    const range = extendedTo(cellSelection(at(2, 1)), at(3, 2), size);
    expect(rangeOf(rowsSelection(range, size))).toEqual({ top: 2, bottom: 3, left: 0, right: 3 });
    expect(rangeOf(columnsSelection(range, size))).toEqual({ top: 0, bottom: 9, left: 1, right: 2 });
    expect(rangeOf(wholeSelection(size))).toEqual({ top: 0, bottom: 9, left: 0, right: 3 });
  });
});

it('keeps the same selection object if nothing has to move', () => {
  const selection = cellSelection(at(9, 3));
  expect(keptInside(selection, size)).toBe(selection);
  expect(keptInside(selection, { ...size, rows: 5 }).cursor).toEqual(at(4, 3));
  expect(keptInside(selection, { ...size, rows: 0 }).cursor).toEqual(at(-1, 3));
  expect(keptInside(cellSelection(at(1, -1)), { ...size, checks: false }).cursor).toEqual(at(1, 0));
});

it('counts its cells and says its size', () => {
  const range = { top: 0, bottom: 1499, left: 2, right: 2 };
  expect(cellCount(range)).toBe(1500);
  expect(sizeText(range)).toBe('1,500 rows × 1 column');
  expect(contains(range, 1499, 2)).toBe(true);
  expect(contains(range, 1500, 2)).toBe(false);
  expect(contains(null, 0, 0)).toBe(false);
});
