import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startScroll } from './scroll.ts';

/** A list of 1000 pixels, of which 400 are visible. */
const list = { clientHeight: 400, scrollHeight: 1000, top: 0, steps: 0 };
const page = {
  hidden: false,
  querySelector: () => ({
    ...list,
    get scrollTop() {
      return list.top;
    },
    set scrollTop(value: number) {
      list.steps++;
      list.top = Math.min(value, list.scrollHeight - list.clientHeight);
    },
  }),
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  Object.assign(list, { scrollHeight: 1000, top: 0, steps: 0 });
  page.hidden = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const LONGEST_STEP_MS = 2500;

it('is off until it is switched on, and takes one step in 1.5 to 2.5 s', () => {
  const scroll = startScroll('list', () => {});
  vi.advanceTimersByTime(60_000);
  expect(list.steps).toBe(0);
  scroll(true);
  vi.advanceTimersByTime(1499);
  expect(list.steps).toBe(0);
  vi.advanceTimersByTime(LONGEST_STEP_MS - 1499);
  expect(list.top).toBe(320);
  scroll(false);
  vi.advanceTimersByTime(60_000);
  expect(list.steps).toBe(1);
});

it('waits while the page is hidden, goes on when the list grows, and stops at its end', () => {
  const reports: string[] = [];
  const scroll = startScroll('list', (state) => reports.push(state));
  page.hidden = true;
  scroll(true);
  vi.advanceTimersByTime(3 * LONGEST_STEP_MS);
  expect([list.steps, new Set(reports)]).toEqual([0, new Set(['hidden'])]);
  page.hidden = false;
  vi.advanceTimersByTime(3 * LONGEST_STEP_MS);
  expect(list.top).toBe(600);
  list.scrollHeight = 1400;
  vi.advanceTimersByTime(60 * LONGEST_STEP_MS);
  expect(list.top).toBe(1000);
  expect(reports.filter((state) => state === 'end')).toEqual(['end']);
  expect(vi.getTimerCount()).toBe(0);
});
