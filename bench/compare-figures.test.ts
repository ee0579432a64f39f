import { describe, expect, it } from 'vitest';
import { compareFigures, figuresToRecord } from './compare-figures.ts';
import type { Figure } from './figures.ts';

const lower = (value: number, more: Partial<Figure> = {}): Figure => ({
  name: 'time',
  value,
  better: 'lower',
  ...more,
});
const higher = (value: number): Figure => ({ name: 'rate', value, better: 'higher' });
const failuresOf = (recorded: Figure[], figures: Figure[], skipped: string[] = []) =>
  compareFigures(recorded, { figures, skipped }).failures;

describe('a figure', () => {
  it.each([
    [lower(100), lower(125), []],
    [lower(100), lower(10), []],
    [lower(100), lower(126), ['time: 126 instead of 100']],
    [higher(100), higher(80), []],
    [higher(100), higher(1000), []],
    [higher(100), higher(79), ['rate: 79 instead of 100']],
    // One error more than none.
    [lower(0), lower(0), []],
    [lower(0), lower(1), ['time: 1 instead of 0']],
    // What varies more from run to run.
    [lower(100), lower(150, { tolerance: 1.5 }), []],
    [lower(100), lower(151, { tolerance: 1.5 }), ['time: 151 instead of 100']],
    // A goal, whatever was recorded.
    [lower(890), lower(900, { limit: 900 }), []],
    [lower(890), lower(901, { limit: 900 }), ['time: 901, beyond its limit of 900']],
    [higher(2), { ...higher(1.9), limit: 2 }, ['rate: 1.9, beyond its limit of 2']],
  ])('recorded as %j and measured as %j has the failures %j', (before, now, failures) => {
    expect(failuresOf([before], [now])).toEqual(failures);
  });

  it('that is missing fails, unless it was skipped', () => {
    const recorded = [
      { ...lower(1), name: 'accuracy: labeled pages, emails' },
      { ...lower(2), name: 'accuracy: fixtures' },
    ];
    expect(failuresOf(recorded, recorded)).toEqual([]);
    expect(failuresOf(recorded, [])).toEqual([
      'accuracy: labeled pages, emails: missing',
      'accuracy: fixtures: missing',
    ]);
    const fixtures = recorded.slice(1);
    expect(failuresOf(recorded, fixtures)).toEqual(['accuracy: labeled pages, emails: missing']);
    const skipped = ['accuracy: labeled pages'];
    const { lines, failures } = compareFigures(recorded, { figures: fixtures, skipped });
    expect(failures).toEqual([]);
    expect(lines).toEqual([
      'skipped accuracy: labeled pages, emails (recorded: 1)',
      '        accuracy: fixtures: 2 (recorded: 2)',
    ]);
  });

  it('that is not recorded fails', () => {
    expect(failuresOf([], [lower(1)])).toEqual(['time: not recorded yet, use --record']);
  });
});

it('records the figures without their bounds, and keeps those that were skipped', () => {
  const recorded = [lower(7, { name: 'parse: time' }), lower(5), lower(3, { name: 'gone' })];
  const reported = { figures: [lower(6, { limit: 9, tolerance: 2 })], skipped: ['parse: '] };
  expect(figuresToRecord(recorded, reported)).toEqual([lower(6), lower(7, { name: 'parse: time' })]);
});
