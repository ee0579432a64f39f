import { expect, it } from 'vitest';
import { type CacheOwner, nextCacheOwner } from './cache-owner.ts';

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
