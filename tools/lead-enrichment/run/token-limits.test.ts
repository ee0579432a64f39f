import { expect, it } from 'vitest';
import { createTokenLimits } from './token-limits.ts';

/** Counts like the database. */
function createCounter() {
  let used = 0;
  let most = 0;
  return {
    limits: createTokenLimits({
      async takeTokens(_task, { tokens, limit }) {
        if (used + tokens > limit) return false;
        used += tokens;
        most = Math.max(most, used);
        return true;
      },
      async returnTokens(_task, { tokens }) {
        used -= tokens;
      },
    }),
    used: () => used,
    most: () => most,
  };
}

const limit = { taskId: 't', name: 's1 0', tokens: 120 };
const never = new AbortController().signal;

it('reserves the most before it sends, waits for open requests, and refuses what doesn’t fit after them', async () => {
  const { limits, used, most } = createCounter();
  const ends: (() => void)[] = [];
  const sent: number[] = [];
  const send = (name: number, tokens: number) => () => {
    sent.push(name);
    return new Promise<{ answer: number; tokens: number }>((resolve) =>
      ends.push(() => resolve({ answer: name, tokens })),
    );
  };
  const settle = async () => {
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  };
  const all = [1, 2, 3, 4].map((name) => limits.within(limit, 50, send(name, 30), never));
  await settle();
  // Two of 50 fit, until they say that they used 30.
  expect([sent, used()]).toEqual([[1, 2], 100]);
  ends[0]?.();
  await settle();
  expect([sent, used()]).toEqual([[1, 2], 80]);
  ends[1]?.();
  await settle();
  expect([sent, used()]).toEqual([[1, 2, 3], 110]);
  ends[2]?.();
  await settle();
  expect(await Promise.all(all)).toEqual([1, 2, 3, null]);
  expect([used(), most()]).toEqual([90, 110]);
});

it('keeps what was reserved for a request that was broken off', async () => {
  const { limits, used } = createCounter();
  const broken = limits.within(limit, 70, () => Promise.reject(new Error('stopped')), never);
  const waiting = limits.within(limit, 70, async () => ({ answer: 1, tokens: 1 }), never);
  await expect(broken).rejects.toThrow('stopped');
  expect([await waiting, used()]).toEqual([null, 70]);
});

it('reserves for a few requests at a time, so that other processes find tokens', async () => {
  const { limits, used } = createCounter();
  const ends: (() => void)[] = [];
  const send = () =>
    new Promise<{ answer: number; tokens: number }>((resolve) =>
      ends.push(() => resolve({ answer: 1, tokens: 1 })),
    );
  const all = Array.from({ length: 12 }, () => limits.within(limit, 10, send, never));
  await expect.poll(() => ends.length).toBe(4);
  expect(used()).toBe(40);
  const done = Promise.all(all);
  while (ends.length > 0) {
    ends.shift()?.();
    for (let turns = 0; turns < 40; turns += 1) await Promise.resolve();
  }
  expect(await done).toEqual(Array.from({ length: 12 }, () => 1));
  expect(used()).toBe(12);
});
