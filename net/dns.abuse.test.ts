import { LRUCache } from 'lru-cache';
import { expect, it } from 'vitest';
import { createSharedLookups } from './dns.ts';

/** Lookups that end when the test says so; names of `slow.com` never do. */
function lookups() {
  const started: string[] = [];
  const lookUp = createSharedLookups(
    new LRUCache<string, Promise<{ name: string }>>({ max: 20_000 }),
    async (name, _owner, queried) => {
      started.push(name);
      if (name.endsWith('slow.com')) await new Promise(() => {});
      queried();
      return { name };
    },
    () => 60_000,
  );
  return { started, lookUp };
}

it('looks up the name of an account at once while name servers leave another one waiting', async () => {
  const { started, lookUp } = lookups();
  for (let n = 0; n < 9_000; n += 1) void lookUp(`${n}.slow.com`, 'attacker');
  // This name waits in the attacker's queue. Another account doesn't wait there with it.
  void lookUp('gmail.com', 'attacker');
  await new Promise((resolve) => setImmediate(resolve));
  const before = started.length;
  expect(before).toBeLessThan(64);
  expect(await lookUp('gmail.com', 'user')).toEqual({ name: 'gmail.com' });
  expect(started.slice(before)).toEqual(['gmail.com']);
});

it('asks once for all that want the same name', async () => {
  const { started, lookUp } = lookups();
  await Promise.all([lookUp('a.com', 'one'), lookUp('a.com', 'one'), lookUp('a.com', 'two')]);
  expect(started).toEqual(['a.com']);
});
