import { afterEach, expect, it } from 'vitest';
import { parseTimestamp } from './timestamp.ts';

const { TZ } = process.env;
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

it.each([
  ['2026-01-05', '2026-01-05T00:00:00.000Z'],
  ['2026-01-05 09:30', '2026-01-05T09:30:00.000Z'],
  ['2026-01-05T09:30:15', '2026-01-05T09:30:15.000Z'],
  ['2026-01-05T09:30:15.5Z', '2026-01-05T09:30:15.500Z'],
  ['2026-01-05 09:30:15.123456+00', '2026-01-05T09:30:15.123Z'],
  ['2026-01-05T09:30+01:00', '2026-01-05T08:30:00.000Z'],
  ['2026-01-05T09:30:00-0530', '2026-01-05T15:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
])('reads %s, the same in every zone of the server', (text, utc) => {
  for (const zone of ['America/New_York', 'Asia/Kolkata', 'UTC']) {
    process.env.TZ = zone;
    expect(parseTimestamp(text)).toBe(utc);
  }
});

it.each([
  '',
  '5',
  '2026',
  '2026-1-5',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-01-05T24:00',
  '2026-01-05T09:60',
  '2026-01-05T09:30+16:00',
  '2026-01-05T09:30+01:60',
  '2026-01-05T09:30 Z',
  '2026-01-05+01:00',
  '0000-01-01',
  '0001-01-01T00:00+01:00',
  '9999-12-31T23:59-01:00',
  'January 5, 2026',
  'yesterday',
])('refuses %s', (text) => {
  expect(parseTimestamp(text)).toBeNull();
});
