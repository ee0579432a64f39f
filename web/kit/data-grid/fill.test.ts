import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains } from './cell-selection.ts';
import { fillCount, fillDown, filledRange, fillTowards, sourceOf } from './fill.ts';

const range = (top: number, bottom: number, left: number, right: number) => ({ top, bottom, left, right });

describe('Ctrl+D', () => {
  it('fills a range from its first row', () => {
    const fill = fillDown(range(2, 5, 1, 2));
    expect(fill).toEqual({ source: range(2, 2, 1, 2), target: range(3, 5, 1, 2) });
    expect(fill && sourceOf(fill, { row: 4, column: 2 })).toEqual({ row: 2, column: 2 });
    expect(fill && fillCount(fill)).toBe(6);
  });

  it('fills a single row from the row above, if there is one', () => {
    expect(fillDown(range(2, 2, 1, 1))).toEqual({ source: range(1, 1, 1, 1), target: range(2, 2, 1, 1) });
    expect(fillDown(range(0, 0, 1, 1))).toBeNull();
  });
});

describe('the fill handle', () => {
  const source = range(4, 5, 2, 3);
  it.each([
    [{ row: 8, column: 3 }, range(6, 8, 2, 3)],
    [{ row: 1, column: 2 }, range(1, 3, 2, 3)],
    [{ row: 5, column: 6 }, range(4, 5, 4, 6)],
    [{ row: 4, column: 0 }, range(4, 5, 0, 1)],
    [{ row: 9, column: 4 }, range(6, 9, 2, 3)],
  ])('dragged to %o fills %o', (place, target) => {
    expect(fillTowards(source, place)).toEqual({ source, target });
  });

  it('repeats the texts downwards from the first, and upwards from the last', () => {
    const down = fillTowards(source, { row: 8, column: 3 })!;
    expect([6, 7, 8].map((row) => sourceOf(down, { row, column: 2 }).row)).toEqual([4, 5, 4]);
    const up = fillTowards(source, { row: 1, column: 3 })!;
    expect([3, 2, 1].map((row) => sourceOf(up, { row, column: 2 }).row)).toEqual([5, 4, 5]);
  });

  it('fills next to the source, and only from it', () => {
    const number = fc.integer({ min: 0, max: 12 });
    fc.assert(
      fc.property(fc.array(number, { minLength: 6, maxLength: 6 }), ([a, b, c, d, row, column]) => {
        const from = range(Math.min(a!, b!), Math.max(a!, b!), Math.min(c!, d!), Math.max(c!, d!));
        const fill = fillTowards(from, { row: row!, column: column! });
        expect(fill === null).toBe(contains(from, row!, column!));
        if (!fill) return;
        const all = filledRange(fill);
        for (let r = all.top; r <= all.bottom; r += 1)
          for (let c2 = all.left; c2 <= all.right; c2 += 1) {
            expect(contains(from, r, c2)).not.toBe(contains(fill.target, r, c2));
            const place = sourceOf(fill, { row: r, column: c2 });
            if (contains(fill.target, r, c2)) expect(contains(from, place.row, place.column)).toBe(true);
          }
      }),
    );
  });
});
