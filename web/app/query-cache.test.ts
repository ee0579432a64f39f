import { describe, expect, it } from 'vitest';
import { CallError } from '#contract/errors.ts';
import { type CacheOwner, mayRetry, nextCacheOwner } from './query-cache.ts';

describe('mayRetry', () => {
  it('retries temporary failures once', () => {
    expect(mayRetry(0, new CallError('unavailable'))).toBe(true);
    expect(mayRetry(0, new TypeError('boom'))).toBe(true);
    expect(mayRetry(1, new CallError('unavailable'))).toBe(false);
  });

  it('does not retry refusals', () => {
    for (const code of ['not_found', 'access_denied', 'rate_limited', 'not_authenticated'] as const) {
      expect(mayRetry(0, new CallError(code))).toBe(false);
    }
  });
});

/** The number of the cache after each of these sessions. */
function numbers(...ids: CacheOwner['id'][]): number[] {
  let owner: CacheOwner = { id: undefined, number: 0 };
  return ids.map((id) => {
    owner = nextCacheOwner(owner, id);
    return owner.number;
  });
}

it('keeps the page and its cache when the session becomes known', () => {
  expect(numbers(undefined, 'ann')).toEqual([0, 0]);
  expect(numbers(undefined, null)).toEqual([0, 0]);
});

it('gives each user and visitor another cache', () => {
  expect(numbers('ann', null, 'bob', 'bob', 'ann')).toEqual([0, 1, 2, 2, 3]);
});

it('keeps the cache while the session is checked again', () => {
  expect(numbers('ann', undefined, 'ann', undefined, 'bob')).toEqual([0, 0, 0, 0, 1]);
});
