import { expect, it } from 'vitest';
import { ReplayStoppedError, replayRange } from './replay-range.ts';

const FROM = '2026-11-26T08:00:00.000Z';
const LATER = '2026-11-26T09:00:00.000Z';
const TO = '2026-11-26T10:00:00.000Z';

it('goes on until all events of a range were sent again', async () => {
  const asked: object[] = [];
  const counts: number[] = [];
  const call = async (range: { from: string; to: string }) => {
    asked.push(range);
    return range.from === FROM ? { replayed: 1000, next: LATER } : { replayed: 20, next: null };
  };
  expect(await replayRange(call, { from: FROM, to: TO }, (count) => counts.push(count))).toBe(1020);
  expect(asked).toEqual([
    { from: FROM, to: TO },
    { from: LATER, to: TO },
  ]);
  expect(counts).toEqual([1000, 1020]);
});

it('ends now if no end is given, so that it does not follow new events', async () => {
  const ends = new Set<string>();
  const call = async (range: { from: string; to: string }) => {
    ends.add(range.to);
    return { replayed: 1, next: range.from === FROM ? LATER : null };
  };
  await replayRange(call, { from: FROM }, () => {});
  expect(ends.size).toBe(1);
  expect(new Date([...ends][0] ?? '').getTime()).toBeLessThanOrEqual(Date.now());
});

it('says how many were sent before a failure', async () => {
  const failure = new Error('Too many requests.');
  const call = (range: { from: string }) =>
    range.from === FROM ? Promise.resolve({ replayed: 1000, next: LATER }) : Promise.reject(failure);
  await expect(replayRange(call, { from: FROM }, () => {})).rejects.toEqual(
    new ReplayStoppedError(1000, failure),
  );
  await expect(replayRange(call, { from: LATER }, () => {})).rejects.toBe(failure);
});
