import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPoliteness } from './politeness.ts';

const limits = { total: 4, perDomain: 2, perAddress: 3, forOthers: 0 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Requests turns and records which ones started. */
function trackTurns(politeness = createPoliteness(limits)) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const request = (
    name: string,
    domain: string,
    address: string,
    spacingMs = 0,
    signal: AbortSignal | null = null,
  ) => {
    const turn = politeness.turn({ owner: null, domain, address, spacingMs, signal }).then((end) => {
      started.push(name);
      ends.set(name, end);
    });
    turn.catch(() => {});
    return turn;
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { politeness, started, request, end: (name: string) => ends.get(name)?.(), settle };
}

describe('politeness', () => {
  it('gives a domain two concurrent turns, in order', async () => {
    const { started, request, end, settle } = trackTurns();
    for (const name of ['a', 'b', 'c', 'd']) void request(name, 'acme.com', name);
    await settle();
    expect(started).toEqual(['a', 'b']);
    end('b');
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('limits turns per IP address across domains, and in total', async () => {
    const { started, request, end, settle } = trackTurns();
    for (const name of ['a', 'b', 'c', 'd']) void request(name, `${name}.com`, '10.0.0.1');
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
    void request('e', 'e.com', '10.0.0.2');
    void request('f', 'f.com', '10.0.0.3');
    await settle();
    expect(started).toEqual(['a', 'b', 'c', 'e']);
    end('a');
    await settle();
    expect(started).toHaveLength(5);
  });

  it('spaces the turns of a domain by its Crawl-delay', async () => {
    const { started, request, settle } = trackTurns();
    void request('a', 'slow.com', '10.0.0.1', 5_000);
    void request('b', 'slow.com', '10.0.0.1', 5_000);
    void request('c', 'other.com', '10.0.0.1');
    await settle();
    expect(started.toSorted()).toEqual(['a', 'c']);
    await vi.advanceTimersByTimeAsync(4_990);
    expect(started).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20);
    expect(started.at(-1)).toBe('b');
  });

  it('delays only the paused domain', async () => {
    const { politeness, started, request, settle } = trackTurns();
    politeness.pause('busy.com', 30_000);
    void request('a', 'busy.com', '10.0.0.1');
    void request('b', 'other.com', '10.0.0.1');
    await settle();
    expect(started).toEqual(['b']);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(started).toEqual(['b', 'a']);
  });

  it('skips a waiter that was aborted', async () => {
    const { started, request, end, settle } = trackTurns();
    const stop = new AbortController();
    void request('a', 'acme.com', '1');
    void request('b', 'acme.com', '2');
    const stopped = request('c', 'acme.com', '3', 0, stop.signal);
    void request('d', 'acme.com', '4');
    await settle();
    stop.abort();
    await expect(stopped).rejects.toThrow();
    end('a');
    await settle();
    expect(started).toEqual(['a', 'b', 'd']);
  });

  it('frees the domain of a waiter that was aborted while waiting for an IP address', async () => {
    const { started, request, settle } = trackTurns(
      createPoliteness({ total: 9, perDomain: 1, perAddress: 1, forOthers: 0 }),
    );
    const stop = new AbortController();
    void request('a', 'a.com', 'shared');
    void request('b', 'b.com', 'shared', 0, stop.signal);
    await settle();
    stop.abort();
    void request('c', 'b.com', 'own');
    await settle();
    expect(started).toEqual(['a', 'c']);
  });
});
