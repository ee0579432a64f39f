import { describe, expect, it } from 'vitest';
import { DomainQueue } from './domain-queue.ts';
import { ANSWERS, testDomain, testLookups } from './test-lookups.ts';

function makeQueue(count: number, maxRetries = 1) {
  const lookups = testLookups('acme.com', count);
  return { lookups, queue: new DomainQueue(testDomain('acme.com'), lookups, maxRetries) };
}

describe('a domain queue', () => {
  it('hands out lookups in order, also those that were put back', () => {
    const { lookups, queue } = makeQueue(3);
    const taken = [];
    for (const lookup of queue.take()) {
      taken.push(lookup);
      if (taken.length === 1) queue.putBack(lookup);
    }
    expect(taken).toEqual([lookups[0], ...lookups]);
    expect(queue.isEmpty).toBe(true);
  });

  it('wants a second connection only for more than 20 lookups', () => {
    for (const [count, connections, wanted] of [
      [0, 0, false],
      [1, 0, true],
      [20, 1, false],
      [21, 1, true],
      [40, 2, false],
    ] as const) {
      const { queue } = makeQueue(count);
      queue.connections = connections;
      expect([count, connections, queue.wantsConnection]).toEqual([count, connections, wanted]);
    }
  });

  it('postpones what the server wants later, until no retry is left', () => {
    const { lookups, queue } = makeQueue(2);
    for (const lookup of queue.take()) expect(queue.postpones(lookup, ANSWERS.greylisted)).toBe(true);
    expect(queue.endRound()).toBe(0);
    queue.startRound();
    const again = [];
    for (const lookup of queue.take()) {
      again.push(lookup);
      expect(queue.postpones(lookup, ANSWERS.greylisted)).toBe(false);
    }
    expect(again).toEqual(lookups);
    expect(queue.endRound()).toBe(null);
  });

  it('ends a round when its last connection is done', () => {
    const { queue } = makeQueue(2);
    const [first, second] = [...queue.take()];
    queue.postpones(first!, ANSWERS.greylisted);
    queue.connections = 1;
    expect(queue.endRound()).toBe(null);
    queue.connections = 0;
    queue.putBack(second!);
    expect(queue.endRound()).toBe(null);
    expect(queue.postpones([...queue.take()][0]!, ANSWERS.found)).toBe(false);
    expect(queue.endRound()).toBe(0);
  });

  it('postpones all lookups when the server refuses sessions for now', () => {
    const { lookups, queue } = makeQueue(4);
    for (const lookup of queue.take()) {
      expect(queue.postpones(lookup, ANSWERS.busy)).toBe(true);
      expect(queue.isEmpty).toBe(true);
    }
    expect(queue.endRound()).toBe(0);
    queue.startRound();
    expect([...queue.take()]).toEqual(lookups);
  });

  it('gives up when no session opens, or after two lost sessions', () => {
    const { lookups, queue } = makeQueue(3);
    expect(queue.postpones(lookups[0]!, ANSWERS.hungUp)).toBe(false);
    expect(queue.gaveUp).toBe(null);
    expect(queue.postpones(lookups[1]!, ANSWERS.hungUp)).toBe(false);
    expect(queue.gaveUp).toMatchObject({ candidate: null, problem: null });

    const unreachable = makeQueue(2).queue;
    expect(unreachable.postpones(lookups[0]!, ANSWERS.unreachable)).toBe(false);
    expect(unreachable.gaveUp).not.toBe(null);
  });

  it('starts each round with no lost sessions', () => {
    const { lookups, queue } = makeQueue(3, 2);
    const [first, second, third] = [...queue.take()];
    queue.postpones(first!, ANSWERS.greylisted);
    queue.postpones(second!, ANSWERS.hungUp);
    queue.postpones(third!, ANSWERS.hungUp);
    expect(queue.gaveUp).not.toBe(null);
    expect(queue.endRound()).toBe(0);
    queue.startRound();
    expect(queue.gaveUp).toBe(null);
    expect([...queue.take()]).toEqual([lookups[0]]);
  });
});
