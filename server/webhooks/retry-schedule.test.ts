import { describe, expect, it } from 'vitest';
import { RETRY_WAITS_MS, resultOf } from './retry-schedule.ts';

const NOW = Date.parse('2026-11-26T08:00:00Z');
const HOUR_MS = 3_600_000;
const follow = (status: number | null, tries = 1, retryAfter: string | null = null, random = 0) =>
  resultOf(status === null ? null : { status, retryAfter }, { tries, now: NOW, random });

describe('what follows a try', () => {
  it('is the end for every 2xx, and nothing more after a 410', () => {
    for (const status of [200, 201, 204, 299]) expect(follow(status)).toEqual({ kind: 'delivered' });
    expect(follow(410)).toEqual({ kind: 'gone' });
  });

  it.each([null, 301, 302, 307, 308, 400, 404, 429, 500, 503])('is another one after %s', (status) => {
    expect(follow(status)).toEqual({ kind: 'again', waitMs: 5000 });
  });

  it('comes after the planned waits: ten tries in all', () => {
    const waits = RETRY_WAITS_MS.map((_, index) => follow(500, index + 1));
    expect(waits.map((result) => ('waitMs' in result ? result.waitMs / 1000 : result.kind))).toEqual([
      5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]);
    expect(follow(500, 10)).toEqual({ kind: 'failed' });
  });

  it('waits up to a fifth longer, never shorter', () => {
    expect(follow(500, 2, null, 0.5)).toEqual({ kind: 'again', waitMs: 330_000 });
    expect(follow(500, 2, null, 1)).toEqual({ kind: 'again', waitMs: 360_000 });
  });

  it.each([
    ['seconds', '120', 120_000],
    ['a date', 'Thu, 26 Nov 2026 08:10:00 GMT', 600_000],
    ['less than planned', '1', 5000],
    ['too long', '999999999', 24 * HOUR_MS],
    ['the past', 'Thu, 26 Nov 2020 08:10:00 GMT', 5000],
    ['nothing to read', 'soon', 5000],
  ])('waits as a receiver asks with %s', (_, retryAfter, waitMs) => {
    for (const status of [429, 503]) expect(follow(status, 1, retryAfter)).toEqual({ kind: 'again', waitMs });
    expect(follow(500, 1, retryAfter)).toEqual({ kind: 'again', waitMs: 5000 });
  });
});
