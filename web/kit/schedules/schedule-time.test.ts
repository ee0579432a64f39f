import { describe, expect, it } from 'vitest';
import { timeText } from './schedule-time.ts';

const at = { hour: 9, timeZone: 'UTC' };

describe('the time of a schedule', () => {
  it('is a short sentence', () => {
    expect(timeText({ ...at, every: 'day' })).toBe('Every day at 09:00');
    expect(timeText({ ...at, every: 'week', day: 7 })).toBe('Every Sunday at 09:00');
    expect(timeText({ ...at, every: 'month', day: 2, hour: 17 })).toBe('On the 2nd of every month at 17:00');
    expect(timeText({ ...at, every: 'month', day: 31 })).toBe('On the last day of every month at 09:00');
  });
});
