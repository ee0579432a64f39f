import { describe, expect, it } from 'vitest';
import { addSample, type ProgressSample, secondsLeft } from './time-left.ts';

function makeSamples(...pairs: [at: number, processed: number][]): ProgressSample[] {
  return pairs.reduce<ProgressSample[]>(
    (samples, [at, processed]) => addSample(samples, { at, processed }),
    [],
  );
}

describe('time left', () => {
  it('is 15 s for 30 items after 8 items in 4 s', () => {
    expect(secondsLeft(makeSamples([0, 0], [1_000, 2], [5_000, 10]), 30)).toBe(15);
  });

  it('is unknown at first and without progress', () => {
    expect(secondsLeft([], 30)).toBeNull();
    expect(secondsLeft(makeSamples([0, 5]), 30)).toBeNull();
    expect(secondsLeft(makeSamples([0, 0], [1_000, 4]), 30)).toBeNull();
    expect(secondsLeft(makeSamples([0, 4], [10_000, 4]), 30)).toBeNull();
  });

  it('leaves out the slow start of a run', () => {
    // 800 items at two per second, after 20 seconds without one.
    const start = [
      [0, 0],
      [20_000, 1],
    ] as const;
    expect(
      secondsLeft(makeSamples(...start.map(([at, n]): [number, number] => [at, n]), [25_000, 9]), 791),
    ).toBeNull();
    const later = makeSamples([0, 0], [20_000, 1], [30_000, 21]);
    expect(secondsLeft(later, 779)).toBeCloseTo(389.5);
  });

  it('isn’t guessed from one slow item', () => {
    // 42 items that run side by side and take 6 minutes: one item in 53 seconds would be 35 minutes.
    expect(secondsLeft(makeSamples([0, 0], [1_000, 1], [54_000, 2]), 40)).toBeNull();
    expect(secondsLeft(makeSamples([0, 0], [1_000, 1], [54_000, 7]), 35)).toBeCloseTo(309, 0);
  });

  it('is known for a few items once as many are done as are left', () => {
    const samples = makeSamples([0, 0], [1_000, 1], [11_000, 2], [21_000, 3]);
    expect(secondsLeft(samples, 3)).toBeNull();
    expect(secondsLeft(addSample(samples, { at: 31_000, processed: 4 }), 2)).toBe(20);
    expect(secondsLeft(makeSamples([0, 0], [1_000, 5], [5_000, 6]), 0)).toBe(0);
  });

  it('ignores samples older than a minute', () => {
    expect(secondsLeft(makeSamples([0, 1], [50_000, 1_000], [80_000, 1_000], [110_000, 1_060]), 10)).toBe(10);
  });

  it('starts over when the count falls', () => {
    expect(makeSamples([0, 50], [5_000, 60], [6_000, 10])).toEqual([{ at: 6_000, processed: 10 }]);
  });
});
