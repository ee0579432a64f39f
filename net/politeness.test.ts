import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPoliteness, siteOf } from './politeness.ts';

const limits = { total: 4, perDomain: 2, perAddress: 3 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Asks for turns and says which have begun. */
function asking(politeness = createPoliteness(limits)) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (
    name: string,
    domain: string,
    address: string,
    spacingMs = 0,
    signal: AbortSignal | null = null,
  ) => {
    const turn = politeness.turn(domain, address, spacingMs, signal).then((end) => {
      begun.push(name);
      ends.set(name, end);
    });
    turn.catch(() => {});
    return turn;
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { politeness, begun, ask, end: (name: string) => ends.get(name)?.(), settle };
}

describe('politeness', () => {
  it('gives a domain two turns at once, in the order asked', async () => {
    const { begun, ask, end, settle } = asking();
    for (const name of ['a', 'b', 'c', 'd']) void ask(name, 'acme.com', name);
    await settle();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('gives an address its turns over all its domains, and the whole its turns over all', async () => {
    const { begun, ask, end, settle } = asking();
    for (const name of ['a', 'b', 'c', 'd']) void ask(name, `${name}.com`, '10.0.0.1');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);
    void ask('e', 'e.com', '10.0.0.2');
    void ask('f', 'f.com', '10.0.0.3');
    await settle();
    expect(begun).toEqual(['a', 'b', 'c', 'e']);
    end('a');
    await settle();
    expect(begun).toHaveLength(5);
  });

  it('spaces the turns of a domain by its Crawl-delay', async () => {
    const { begun, ask, settle } = asking();
    void ask('a', 'slow.com', '10.0.0.1', 5_000);
    void ask('b', 'slow.com', '10.0.0.1', 5_000);
    void ask('c', 'other.com', '10.0.0.1');
    await settle();
    expect(begun).toEqual(['a', 'c']);
    await vi.advanceTimersByTimeAsync(4_990);
    expect(begun).toEqual(['a', 'c']);
    await vi.advanceTimersByTimeAsync(20);
    expect(begun).toEqual(['a', 'c', 'b']);
  });

  it('holds a domain back after a pause, and no other', async () => {
    const { politeness, begun, ask, settle } = asking();
    politeness.pause('busy.com', 30_000);
    void ask('a', 'busy.com', '10.0.0.1');
    void ask('b', 'other.com', '10.0.0.1');
    await settle();
    expect(begun).toEqual(['b']);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(begun).toEqual(['b', 'a']);
  });

  it('lets go of who was stopped while waiting', async () => {
    const { begun, ask, end, settle } = asking();
    const stop = new AbortController();
    void ask('a', 'acme.com', '1');
    void ask('b', 'acme.com', '2');
    const stopped = ask('c', 'acme.com', '3', 0, stop.signal);
    void ask('d', 'acme.com', '4');
    await settle();
    stop.abort();
    await expect(stopped).rejects.toThrow();
    end('a');
    await settle();
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('frees the domain of who was stopped while waiting for an address', async () => {
    const { begun, ask, settle } = asking(createPoliteness({ total: 9, perDomain: 1, perAddress: 1 }));
    const stop = new AbortController();
    void ask('a', 'a.com', 'shared');
    void ask('b', 'b.com', 'shared', 0, stop.signal);
    await settle();
    stop.abort();
    void ask('c', 'b.com', 'own');
    await settle();
    expect(begun).toEqual(['a', 'c']);
  });
});

describe('siteOf', () => {
  it('is the registrable domain, or the host', () => {
    expect(siteOf(new URL('https://www.shop.acme.co.uk/x'))).toBe('acme.co.uk');
    expect(siteOf(new URL('http://127.0.0.1:80/'))).toBe('127.0.0.1');
    expect(siteOf(new URL('http://[2001:db8::1]/'))).toBe('[2001:db8::1]');
  });
});
