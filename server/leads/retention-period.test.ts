import { expect, it } from 'vitest';
import { addMonths, parseRetention, retentionEnd } from './retention-period.ts';

it.each([
  ['12 months', '12 months'],
  [' 1 Year ', '1 year'],
  ['90days', '90 days'],
  ['2 week', '2 weeks'],
  ['0 days', null],
  ['-1 day', null],
  ['a year', null],
  ['1.5 years', null],
  ['', null],
])('reads %j as %j', (text, period) => {
  expect(parseRetention(text)).toBe(period);
});

it.each([
  ['90 days', '2026-05-01T10:00:00.000Z'],
  ['2 weeks', '2026-02-14T10:00:00.000Z'],
  ['1 month', '2026-02-28T10:00:00.000Z'],
  ['2 years', '2028-01-31T10:00:00.000Z'],
])('%s after January 31 is %s', (period, end) => {
  expect(new Date(retentionEnd(new Date('2026-01-31T10:00:00Z'), period)).toISOString()).toBe(end);
});

it('ends a month on the same day, or on its last one', () => {
  const month = (day: string) => addMonths(new Date(day), 1).toISOString().slice(0, 10);
  expect(month('2026-03-31')).toBe('2026-04-30');
  expect(month('2028-01-30')).toBe('2028-02-29');
  expect(month('2026-12-15')).toBe('2027-01-15');
});
