import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../lib/toast.ts';
import { sayLongUndo } from './long-undo.ts';

/** How many rows the list has, in each reply; null fails, and "slow" never comes. */
const counts: (number | null | 'slow')[] = [];
vi.mock('../lib/calls.ts', () => ({
  invoke: async () => {
    const rows = counts.shift();
    if (rows === null) throw new Error('offline');
    if (rows === 'slow') return new Promise(() => {});
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
  vi.spyOn(toast, 'dismiss').mockImplementation((id) => void shown.push(`dismiss | ${id}`));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const LIST = { id: 'list', rows: 100 };
const WAITS = 'info | Undoing your change… | This can take a minute.';

it('says nothing about an undo that ends soon', async () => {
  const said = sayLongUndo('undo', Promise.resolve('The change was undone'), LIST);
  await vi.advanceTimersByTimeAsync(10_000);
  await said;
  expect(shown).toEqual([]);
});

it('says how many rows the list has, also if others change it, until it has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  counts.push(100, 101, 1300);
  const said = sayLongUndo('undo', promise, LIST);
  await vi.advanceTimersByTimeAsync(8000);
  resolve('The change was undone');
  await vi.advanceTimersByTimeAsync(1);
  await said;
  expect(shown).toEqual([
    WAITS,
    'info | Undoing your change… | The list has 101 rows so far.',
    'info | Undoing your change… | The list has 1,300 rows so far.',
    'success | The change was undone',
  ]);
});

it('goes on without a count that fails, and leaves it to others to say how it ended', async () => {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  counts.push(null);
  const said = sayLongUndo('redo', promise, LIST);
  await vi.advanceTimersByTimeAsync(2000);
  resolve(null);
  await vi.advanceTimersByTimeAsync(1);
  await said;
  expect(shown).toEqual(['info | Redoing your change… | This can take a minute.', 'dismiss | list-undo']);
});

it('ends with no word of its own if it fails, and says nothing more while the rows are counted', async () => {
  const { promise, reject } = Promise.withResolvers<string | null>();
  counts.push(100, 'slow');
  const said = sayLongUndo('undo', promise, LIST);
  await vi.advanceTimersByTimeAsync(5000);
  reject(new Error('offline'));
  await vi.advanceTimersByTimeAsync(1);
  await said;
  expect(shown).toEqual([WAITS, 'dismiss | list-undo']);
});
