import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnAt,
  drawnColumns,
  dropAt,
  layOut,
  limitedWidth,
  mostDrawnColumns,
  positionInColumns,
} from './column-layout.ts';
import type { DataColumn } from './data-grid-props.ts';

const column = (id: string, width: number, pinned = false): DataColumn => ({
  id,
  header: id,
  width,
  pinned,
  type: 'text',
});
const COLUMNS = [column('a', 100), column('b', 200, true), column('c', 150), column('d', 120)];
const layout = layOut(COLUMNS, { gutter: 60, width: 1000, resized: null });

it('puts pinned columns first', () => {
  expect(layout.columns.map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd']);
  expect(layout.lefts).toEqual([60, 260, 360, 510]);
  expect(layout).toMatchObject({ pinned: 1, pinnedPx: 260, totalPx: 630 });
});

it('pins only what leaves half of the width to the others', () => {
  const narrow = layOut(COLUMNS, { gutter: 60, width: 500, resized: null });
  expect(narrow).toMatchObject({ pinned: 0, pinnedPx: 60 });
});

it('shows the width of a column that is being resized, within limits', () => {
  expect(layOut(COLUMNS, { gutter: 0, width: 900, resized: { id: 'c', px: 5000 } }).widths[2]).toBe(800);
  expect(limitedWidth(1)).toBe(64);
});

it('draws every visible column at each position', () => {
  const widths = fc.array(fc.integer({ min: 64, max: 800 }), { minLength: 1, maxLength: 60 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(
      widths,
      fc.nat({ max: 3 }),
      fc.integer({ min: 300, max: 2000 }),
      share,
      (all, pins, width, at) => {
        const columns = all.map((px, index) => column(String(index), px, index < pins));
        const wide = layOut(columns, { gutter: 60, width, resized: null });
        const scrollLeft = at * Math.max(0, wide.totalPx - width);
        const { from, to } = drawnColumns(wide, scrollLeft, mostDrawnColumns(wide, width));
        for (let index = wide.pinned; index < columns.length; index += 1) {
          const left = wide.lefts[index]! - scrollLeft;
          const isVisible = left < width && left + wide.widths[index]! > wide.pinnedPx;
          if (isVisible) expect(index >= from && index < to).toBe(true);
        }
      },
    ),
  );
});

it('finds the column at a place', () => {
  expect(columnAt(layout, 30, 0)).toBe(-1);
  expect(columnAt(layout, 100, 300)).toBe(0);
  expect(columnAt(layout, 270, 0)).toBe(1);
  expect(columnAt(layout, 270, 100)).toBe(2);
  expect(columnAt(layout, 5000, 0)).toBe(3);
});

describe('a dragged column', () => {
  it.each([
    ['over the first half of its neighbor', 2, 300, { to: 1, line: 260 }],
    ['over the last column', 1, 620, { to: 3, line: 630 }],
    ['over itself', 2, 400, { to: 2, line: 360 }],
    ['over the pinned ones', 3, 100, { to: 1, line: 260 }],
  ])('%s', (_, dragged, x, expected) => {
    expect(dropAt(layout, dragged, x, 0)).toEqual(expected);
  });
});

it('knows the position in the columns of the page', () => {
  expect(positionInColumns(COLUMNS, layout, 0)).toBe(1);
  expect(positionInColumns(COLUMNS, layout, 1)).toBe(0);
});
