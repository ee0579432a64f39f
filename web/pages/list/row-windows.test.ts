import { expect, it } from 'vitest';
import type { ListRow, ListView } from '#contract/lists.ts';
import { type LoadedWindow, RowWindows, WINDOW_ROWS } from './row-windows.ts';

const LIST = {} as ListView;

function windowOf(window: number): LoadedWindow {
  const rows = Array.from(
    { length: WINDOW_ROWS },
    (_, index) => ({ id: window * WINDOW_ROWS + index + 1 }) as ListRow,
  );
  return { list: LIST, rows, total: 1000, leftOut: 0, leftOutBy: [] };
}

/** Windows whose loads wait for the test. */
function heldWindows() {
  const held = new Map<number, { reply: () => void; fail: (error: unknown) => void; signal: AbortSignal }>();
  const seen = { loaded: 0, failures: [] as unknown[] };
  const windows = new RowWindows({
    load: (window, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<LoadedWindow>();
      held.set(window, { reply: () => resolve(windowOf(window)), fail: reject, signal });
      signal.addEventListener('abort', () => reject(signal.reason));
      return promise;
    },
    onLoaded: () => {
      seen.loaded += 1;
    },
    onFailure: (error) => seen.failures.push(error),
  });
  return { windows, held, seen };
}

it('reads rows to the end although someone scrolls meanwhile', async () => {
  const { windows, held } = heldWindows();
  const read = windows.read(500, 501);
  windows.show(0, 50);
  held.get(5)?.reply();
  expect((await read).map((row) => row?.id)).toEqual([501, 502]);
});

it('throws if rows to read don’t load', async () => {
  const { windows, held, seen } = heldWindows();
  const read = windows.read(500, 501);
  held.get(5)?.fail(new Error('offline'));
  await expect(read).rejects.toThrow('offline');
  expect(seen.failures).toEqual([]);
});

it('tells no one of rows that come after it was closed, and ends reads', async () => {
  const seen = { loaded: 0, failed: 0 };
  const { promise, resolve } = Promise.withResolvers<LoadedWindow>();
  const windows = new RowWindows({
    load: () => promise,
    onLoaded: () => {
      seen.loaded += 1;
    },
    onFailure: () => {
      seen.failed += 1;
    },
  });
  windows.show(0, 50);
  const read = windows.read(0, 1);
  windows.close();
  const refreshed = windows.refresh();
  resolve(windowOf(0));
  await expect(read).rejects.toThrow();
  await refreshed;
  expect(seen).toEqual({ loaded: 0, failed: 0 });
  await expect(windows.read(0, 1)).rejects.toThrow();
});

/** Lets replies be handled. */
const handled = () => new Promise((resolve) => setImmediate(resolve));

it('loads what a scroll will show next, after what it shows', async () => {
  const { windows, held } = heldWindows();
  windows.show(0, 50);
  held.get(0)?.reply();
  await handled();
  expect([...held.keys()], 'before a scroll').toEqual([0]);
  windows.show(50, 150);
  expect([...held.keys()], 'while a shown window loads').toEqual([0, 1]);
  held.get(1)?.reply();
  await handled();
  expect([...held.keys()]).toEqual([0, 1, 2, 3, 4, 5]);
  for (const window of [2, 3, 4, 5]) held.get(window)?.reply();
  await handled();
  windows.show(150, 250);
  expect(windows.rowAt(249)?.id).toBe(250);
});

it('loads nothing beyond the first and the last row', async () => {
  const { windows, held } = heldWindows();
  windows.show(850, 950);
  for (const window of [8, 9]) held.get(window)?.reply();
  await handled();
  expect([...held.keys()]).toEqual([8, 9]);
  windows.show(100, 150);
  held.get(1)?.reply();
  await handled();
  expect([...held.keys()]).toEqual([8, 9, 1, 0]);
});

it('says nothing of a window ahead that doesn’t load, and loads it once it is shown', async () => {
  const { windows, held, seen } = heldWindows();
  windows.show(50, 150);
  for (const window of [0, 1]) held.get(window)?.reply();
  await handled();
  held.get(2)?.fail(new Error('busy'));
  await handled();
  expect(seen.failures).toEqual([]);
  held.delete(2);
  windows.show(150, 250);
  held.get(2)?.fail(new Error('busy'));
  await handled();
  expect(seen.failures).toHaveLength(1);
});

it('loads only the shown rows again, without those ahead', async () => {
  const { windows, held } = heldWindows();
  windows.show(50, 150);
  for (const window of [0, 1]) held.get(window)?.reply();
  await handled();
  const ahead = held.get(2)?.signal;
  held.clear();
  void windows.refresh();
  expect(ahead?.aborted).toBe(true);
  for (const window of [0, 1]) held.get(window)?.reply();
  await handled();
  expect([...held.keys()]).toEqual([0, 1]);
});

it('looks again after a look that is still loading, and an edit ends it', async () => {
  const { windows, held } = heldWindows();
  windows.show(0, 50);
  held.get(0)?.reply();
  await handled();
  void windows.look();
  const first = held.get(0);
  for (let poll = 0; poll < 3; poll += 1) void windows.look();
  expect(first?.signal.aborted).toBe(false);
  expect(held.get(0)).toBe(first);
  first?.reply();
  await handled();
  const second = held.get(0);
  expect(second).not.toBe(first);
  void windows.refresh();
  expect(second?.signal.aborted).toBe(true);
  held.get(0)?.reply();
  await handled();
  const third = held.get(0);
  const last = windows.look();
  expect(held.get(0)).not.toBe(third);
  held.get(0)?.reply();
  await last;
});

it('finds a row as it was loaded last', async () => {
  const { windows, held } = heldWindows();
  windows.show(0, 50);
  held.get(0)?.reply();
  await handled();
  const before = windows.find(7);
  expect(before).toBe(windows.rowAt(6));
  void windows.look();
  held.get(0)?.reply();
  await handled();
  expect(windows.find(7)).not.toBe(before);
  expect(windows.find(7)?.id).toBe(7);
});
