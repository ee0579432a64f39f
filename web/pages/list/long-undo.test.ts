import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { sayLongUndo } from './long-undo.ts';

const shown: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
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

const WAITS = 'info | Undoing your change… | This can take a minute.';

it('says nothing about an undo that ends soon', async () => {
  const said = sayLongUndo('undo', Promise.resolve(true), { before: 5, countRows: async () => 5 });
  await vi.advanceTimersByTimeAsync(10_000);
  await said;
  expect(shown).toEqual([]);
});

it('counts the rows that came back, until it has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const counts = [100, 101, 1300];
  const said = sayLongUndo('undo', promise, { before: 100, countRows: async () => counts.shift() ?? 1300 });
  await vi.advanceTimersByTimeAsync(8000);
  resolve(true);
  await vi.advanceTimersByTimeAsync(1);
  await said;
  expect(shown).toEqual([
    WAITS,
    'info | Undoing your change… | 1 row is back so far.',
    'info | Undoing your change… | 1,200 rows are back so far.',
    'success | The change was undone',
  ]);
});

it('goes on without a count that fails, and claims no success', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const said = sayLongUndo('undo', promise, {
    before: 100,
    countRows: () => Promise.reject(new Error('offline')),
  });
  await vi.advanceTimersByTimeAsync(2000);
  resolve(false);
  await vi.advanceTimersByTimeAsync(1);
  await said;
  expect(shown).toEqual([WAITS, 'info | The undo stopped']);
});

it('counts the rows of an import that go', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const said = sayLongUndo('redo', promise, { before: 900, countRows: async () => 400 });
  await vi.advanceTimersByTimeAsync(2000);
  resolve(true);
  await vi.advanceTimersByTimeAsync(1);
  await said;
  expect(shown).toEqual([
    'info | Redoing your change… | 500 rows are removed so far.',
    'success | The change was redone',
  ]);
});
