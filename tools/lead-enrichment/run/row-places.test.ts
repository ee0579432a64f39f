import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRowPlaces } from './row-places.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts so many rows of an account. Returns how many have a place, and the functions that give them up. */
function startRows(take: ReturnType<typeof createRowPlaces>, owner: string, count: number) {
  const started: (() => void)[] = [];
  const { signal } = new AbortController();
  for (let index = 0; index < count; index += 1)
    void take(owner, signal).then((leave) => started.push(leave));
  return started;
}
const settled = () => vi.advanceTimersByTimeAsync(0);

it('gives rows of a second account places at once, and the next ones before those of a large list', async () => {
  const take = createRowPlaces();
  const large = startRows(take, 'large', 1000);
  await settled();
  const atOnce = large.length;
  expect(atOnce).toBeGreaterThan(40);
  expect(atOnce).toBeLessThan(64);
  const small = startRows(take, 'small', 20);
  await settled();
  expect(small.length).toBeGreaterThan(4);
  // One row of the large list ends after the other.
  for (let index = 0; small.length < 20; index += 1) {
    expect(index).toBeLessThan(20);
    large[index]?.();
    await settled();
  }
  expect(large).toHaveLength(atOnce);
});

it('takes the place of a row that waits for others after three seconds', async () => {
  const take = createRowPlaces();
  const slow = startRows(take, 'slow', 1000);
  await settled();
  const atOnce = slow.length;
  await vi.advanceTimersByTimeAsync(3000);
  expect(slow).toHaveLength(2 * atOnce);
});

it('gives up a place once, and none after the signal aborted', async () => {
  const take = createRowPlaces();
  const aborted = new AbortController();
  const rows = startRows(take, 'large', 100);
  await settled();
  const before = rows.length;
  const waiting = take('large', aborted.signal);
  aborted.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  rows[0]?.();
  rows[0]?.();
  await settled();
  expect(rows).toHaveLength(before + 1);
});
