import { describe, expect, it } from 'vitest';
import { addDays, localDays } from './local-days.ts';

const ZONES = [
  'Pacific/Auckland',
  'Asia/Kolkata',
  'America/New_York',
  'UTC',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Africa/Cairo',
  'America/St_Johns',
];
const dayStart = (zone: string, day: string) => localDays(zone).dayStart(day).toISOString();

describe('days in a time zone', () => {
  it('begin at local midnight, also with a half hour and on both sides of the date line', () => {
    expect(dayStart('Pacific/Auckland', '2026-11-23')).toBe('2026-11-22T11:00:00.000Z');
    expect(dayStart('Asia/Kolkata', '2026-11-23')).toBe('2026-11-22T18:30:00.000Z');
    expect(dayStart('America/New_York', '2026-11-23')).toBe('2026-11-23T05:00:00.000Z');
    expect(dayStart('Pacific/Kiritimati', '2026-11-23')).toBe('2026-11-22T10:00:00.000Z');
    expect(dayStart('Pacific/Niue', '2026-11-23')).toBe('2026-11-23T11:00:00.000Z');
  });

  it('have 23 or 25 hours when the clocks change', () => {
    const hours = (zone: string, day: string) => {
      const { dayStart: start } = localDays(zone);
      return (start(addDays(day, 1)).getTime() - start(day).getTime()) / 3_600_000;
    };
    expect(hours('America/New_York', '2026-03-08')).toBe(23);
    expect(hours('America/New_York', '2026-11-01')).toBe(25);
    expect(hours('Pacific/Auckland', '2026-04-05')).toBe(25);
    expect(hours('Pacific/Auckland', '2026-09-27')).toBe(23);
    expect(hours('Asia/Kolkata', '2026-03-08')).toBe(24);
    // Here the clocks go forward at midnight, so the day begins at 01:00.
    expect(hours('Africa/Cairo', '2026-04-24')).toBe(23);
  });

  it.each(ZONES)('are the day of their first instant, and of none before: %s', (zone) => {
    const { formatDay, dayStart: start } = localDays(zone);
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const first = start(day).getTime();
      expect([formatDay(new Date(first)), formatDay(new Date(first - 1))]).toEqual([day, addDays(day, -1)]);
    }
  });

  it('show the time there', () => {
    const at = new Date('2026-11-22T18:29:59Z');
    expect(localDays('Asia/Kolkata').formatTime(at)).toBe('2026-11-22 23:59');
    expect(localDays('Pacific/Auckland').formatTime(at)).toBe('2026-11-23 07:29');
  });
});
