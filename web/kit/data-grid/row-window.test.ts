import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnRows, mostDrawnRows, positionShowing, ROW_PX, wantedRows } from './row-window.ts';

describe('drawn rows', () => {
  it('cover what is visible at every position, and are always the same number', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 100_000 }),
        fc.integer({ min: 0, max: 1500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (count, height, share) => {
          const scrollTop = share * Math.max(0, count * ROW_PX - height);
          const { from, to } = drawnRows(scrollTop, height, count);
          expect(from).toBeLessThanOrEqual(scrollTop / ROW_PX);
          expect(to).toBeGreaterThanOrEqual(Math.min(count, (scrollTop + height) / ROW_PX));
          expect(to - from).toBe(Math.min(count, mostDrawnRows(height)));
        },
      ),
    );
  });

  it('are none without rows', () => {
    expect(drawnRows(0, 800, 0)).toEqual({ from: 0, to: 0 });
  });
});

it('asks for whole blocks of rows', () => {
  expect(wantedRows({ from: 60, to: 101 }, 1000)).toEqual({ from: 50, to: 150 });
  expect(wantedRows({ from: 60, to: 101 }, 120)).toEqual({ from: 50, to: 120 });
});

describe('the scroll position that shows a part', () => {
  const view = { position: 100, size: 200, before: 40 };
  it.each([
    ['stays if it is visible', { start: 150, end: 190 }, 100],
    ['goes back to a part that is covered', { start: 120, end: 160 }, 80],
    ['goes on to a part below', { start: 290, end: 330 }, 130],
    ['shows the start of a part that is too large', { start: 400, end: 900 }, 360],
    ['never goes above the top', { start: 0, end: 40 }, 0],
  ])('%s', (_, part, position) => {
    expect(positionShowing(part, view)).toBe(position);
  });
});
