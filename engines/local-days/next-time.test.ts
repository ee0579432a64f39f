import { describe, expect, it } from 'vitest';
import { nextTime, type RepeatTime } from './next-time.ts';

const BERLIN: RepeatTime = { every: 'day', day: null, hour: 9, timeZone: 'Europe/Berlin' };

function times(repeat: Partial<RepeatTime>, after: string, count: number): string[] {
  const found: string[] = [];
  for (let at = new Date(after); found.length < count; ) {
    at = nextTime({ ...BERLIN, ...repeat }, at);
    found.push(at.toISOString().slice(0, 16));
  }
  return found;
}

describe('the next time', () => {
  it('of a day is after now, at the local hour', () => {
    expect(times({}, '2026-11-26T07:59:59Z', 2)).toEqual(['2026-11-26T08:00', '2026-11-27T08:00']);
    expect(times({}, '2026-11-26T08:00:00Z', 1)).toEqual(['2026-11-27T08:00']);
  });

  it('keeps the local hour when the clocks change', () => {
    expect(times({}, '2026-03-28T00:00Z', 2)).toEqual(['2026-03-28T08:00', '2026-03-29T07:00']);
    expect(times({}, '2026-10-24T00:00Z', 2)).toEqual(['2026-10-24T07:00', '2026-10-25T08:00']);
  });

  it('of an hour that the clocks leave out is when they go on', () => {
    expect(times({ hour: 2 }, '2026-03-28T12:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:00']);
  });

  it('of an hour that comes twice is the first one, once', () => {
    expect(times({ hour: 2 }, '2026-10-24T12:00Z', 2)).toEqual(['2026-10-25T00:00', '2026-10-26T01:00']);
  });

  it('of a week is on its day there, not in UTC', () => {
    const auckland = { every: 'week', day: 1, hour: 0, timeZone: 'Pacific/Auckland' } as const;
    expect(times(auckland, '2026-11-26T00:00Z', 2)).toEqual(['2026-11-29T11:00', '2026-12-06T11:00']);
  });

  it('of day 31 is on the last day of shorter months', () => {
    const last = { every: 'month', day: 31, hour: 0, timeZone: 'UTC' } as const;
    expect(times(last, '2027-01-15T00:00Z', 4).map((time) => time.slice(0, 10))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ]);
    expect(times(last, '2028-02-01T00:00Z', 1)).toEqual(['2028-02-29T00:00']);
  });

  it('works where the clocks change at midnight or by half an hour', () => {
    const first = { hour: 0, timeZone: 'Africa/Cairo' };
    expect(times(first, '2026-04-23T12:00Z', 1)).toEqual(['2026-04-23T22:00']);
    expect(times({ hour: 2, timeZone: 'Australia/Lord_Howe' }, '2026-10-03T00:00Z', 2)).toEqual([
      '2026-10-03T15:30',
      '2026-10-04T15:00',
    ]);
  });
});
