import { describe, expect, it } from 'vitest';
import { addSample, type ProgressSample, secondsLeft } from './time-left.ts';

function looks(...pairs: [at: number, processed: number][]): ProgressSample[] {
  return pairs.reduce<ProgressSample[]>(
    (samples, [at, processed]) => addSample(samples, { at, processed }),
    [],
  );
}

describe('time left', () => {
  it('follows the pace: 10 items in 5 s leave 30 items 15 s', () => {
    expect(secondsLeft(looks([0, 0], [1_000, 2], [5_000, 10]), 30)).toBe(15);
  });

  it('is unknown at first, and while nothing moves', () => {
    expect(secondsLeft([], 30)).toBeNull();
    expect(secondsLeft(looks([0, 5]), 30)).toBeNull();
    expect(secondsLeft(looks([0, 0], [1_000, 4]), 30)).toBeNull();
    expect(secondsLeft(looks([0, 4], [10_000, 4]), 30)).toBeNull();
  });

  it('forgets what is older than a minute', () => {
    expect(secondsLeft(looks([0, 0], [50_000, 1_000], [80_000, 1_000], [110_000, 1_060]), 10)).toBe(10);
  });

  it('starts again when the count falls', () => {
    expect(looks([0, 50], [5_000, 60], [6_000, 10])).toEqual([{ at: 6_000, processed: 10 }]);
  });
});
