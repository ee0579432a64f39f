import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { sayLongUndo } from './long-undo.ts';

/** How many rows the list has, in each reply; null fails. */
const counts: (number | null)[] = [];
vi.mock('../../lib/calls.ts', () => ({
  invoke: async () => {
    const rows = counts.shift();
    if (rows === null) throw new Error('offline');
    return { list: { rows } };
  },
}));

const shown: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  counts.length = 0;
  shown.length = 0;
  for (const kind of ['info', 'success'] as const)
    vi.spyOn(toast, kind).mockImplementation((message, options) => {
      shown.push([kind, message, options?.description].filter(Boolean).join(' | '));
    });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const LIST = { id: 'list', rows: 100 };
const WAITS = 'info | Undoing your change… | This can take a minute.';

it('says nothing about an undo that ends soon', async () => {
  const said = sayLongUndo('undo', Promise.resolve(true), LIST);
  await vi.advanceTimersByTimeAsync(10_000);
  await said;
  expect(shown).toEqual([]);
});

it('says how many rows the list has, also if others change it, until it has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  counts.push(100, 101, 1300);
  const said = sayLongUndo('undo', promise, LIST);
  await vi.advanceTimersByTimeAsync(8000);
  resolve(true);
  await vi.advanceTimersByTimeAsync(1);
  await said;
  expect(shown).toEqual([
    WAITS,
    'info | Undoing your change… | The list has 101 rows so far.',
    'info | Undoing your change… | The list has 1,300 rows so far.',
    'success | The change was undone',
  ]);
});

it('goes on without a count that fails, and claims no success', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  counts.push(null);
  const said = sayLongUndo('redo', promise, LIST);
  await vi.advanceTimersByTimeAsync(2000);
  resolve(false);
  await vi.advanceTimersByTimeAsync(1);
  await said;
  expect(shown).toEqual(['info | Redoing your change… | This can take a minute.', 'info | The redo stopped']);
});
