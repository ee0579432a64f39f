import { expect, it } from 'vitest';
import { queryChanges } from './use-query-state.ts';

/** An address bar that follows only when `arrive` is called, like the router's. */
function slowPlace(start: string) {
  const arrivals: (() => void)[] = [];
  const place = {
    bar: start,
    written: [] as string[],
    go: (search: string) => {
      place.written.push(search);
      return new Promise<void>((resolve) =>
        arrivals.push(() => {
          place.bar = search;
          resolve();
        }),
      );
    },
    async arrive() {
      for (const arrival of arrivals.splice(0)) arrival();
      await Promise.resolve();
    },
  };
  return place;
}

const add = (name: string) => (before: URLSearchParams) => {
  before.append('where', name);
  return before;
};

it('keeps both of two changes, if the second comes before the address bar has the first', async () => {
  const place = slowPlace('?task=1');
  const change = queryChanges(() => place.bar);
  change(add('a'), place.go);
  change(add('b'), place.go);
  expect(place.written).toEqual(['?task=1&where=a', '?task=1&where=a&where=b']);
  await place.arrive();
  change(add('c'), place.go);
  expect(place.written.at(-1)).toBe('?task=1&where=a&where=b&where=c');
});

it('starts from the address bar after Back', async () => {
  const place = slowPlace('?where=a');
  const change = queryChanges(() => place.bar);
  change(add('b'), place.go);
  await place.arrive();
  place.bar = '?where=a';
  change(add('c'), place.go);
  expect(place.written.at(-1)).toBe('?where=a&where=c');
});

it('starts from the address bar after a change that failed', async () => {
  const place = slowPlace('?where=a');
  const change = queryChanges(() => place.bar);
  change(add('b'), () => Promise.reject(new Error('blocked')));
  await Promise.resolve();
  change(add('c'), place.go);
  expect(place.written).toEqual(['?where=a&where=c']);
});
