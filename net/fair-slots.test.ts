import { describe, expect, it } from 'vitest';
import { createFairSlots, equalRule, reservedRule, sharedRule } from './fair-slots.ts';

type Slots = ReturnType<typeof createFairSlots>;

/** Takes slots and records who got them. */
function takes(slots: Slots) {
  const got: string[] = [];
  const releases = new Map<string, () => void>();
  const take = (name: string, owner: string | null, keys: string[], signal?: AbortSignal) => {
    const taken = slots.take(owner, keys, signal).then((release) => {
      got.push(name);
      releases.set(name, release);
    });
    taken.catch(() => {});
    return taken;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const held = (owner: string) => got.filter((name) => name.startsWith(owner)).length;
  return { got, take, settle, held, free: (name: string) => releases.get(name)?.() };
}

describe('equal slots', () => {
  it('are as many for each owner, also while the others need fewer', async () => {
    const { take, settle, held, free } = takes(createFairSlots([equalRule(16)]));
    for (let n = 0; n < 100; n += 1) void take(`a${n}`, 'a', ['']);
    await settle();
    expect(held('a')).toBe(14);
    for (let n = 0; n < 3; n += 1) void take(`b${n}`, 'b', ['']);
    await settle();
    expect(held('b')).toBe(2);
    for (let n = 0; n < 9; n += 1) free(`a${n}`);
    await settle();
    // Two owners have eight each at most. A held 14, and 5 of them are left.
    expect([held('a'), held('b')]).toEqual([14 + 3, 3]);
  });
});

describe('shared slots', () => {
  it('never all go to one owner', async () => {
    const { take, settle, held } = takes(createFairSlots([sharedRule(16)]));
    for (let n = 0; n < 100; n += 1) void take(`a${n}`, 'a', ['']);
    await settle();
    expect(held('a')).toBe(14);
    void take('b0', 'b', ['']);
    void take('c0', 'c', ['']);
    await settle();
    expect([held('b'), held('c')]).toEqual([1, 1]);
  });

  it('all go to an owner that shares with no one', async () => {
    const { take, settle, got } = takes(createFairSlots([sharedRule(4)]));
    for (let n = 0; n < 9; n += 1) void take(`${n}`, null, ['']);
    await settle();
    expect(got).toHaveLength(4);
  });

  it('go to the owner that holds the fewest as they become free', async () => {
    const { take, settle, got, free } = takes(createFairSlots([sharedRule(4)]));
    for (let n = 0; n < 9; n += 1) void take(`a${n}`, 'a', ['']);
    void take('b0', 'b', ['']);
    for (let n = 0; n < 3; n += 1) void take(`c${n}`, 'c', ['']);
    await settle();
    expect(got).toEqual(['a0', 'a1', 'a2', 'b0']);
    free('a0');
    await settle();
    expect(got.at(-1)).toBe('c0');
    free('a1');
    free('b0');
    await settle();
    // The other free slot is for an owner that has none.
    expect(got.slice(5)).toEqual(['a3']);
    void take('d0', 'd', ['']);
    await settle();
    expect(got.at(-1)).toBe('d0');
  });
});

describe('several slots at once', () => {
  it('are taken together, so that no one holds one while waiting for another', async () => {
    const { take, settle, got, free } = takes(createFairSlots([reservedRule(1, 0), reservedRule(1, 0)]));
    void take('a0', 'a', ['x', 'one']);
    void take('a1', 'a', ['y', 'one']);
    void take('b0', 'b', ['y', 'two']);
    await settle();
    expect(got).toEqual(['a0', 'b0']);
    free('a0');
    await settle();
    expect(got).toHaveLength(2);
    free('b0');
    await settle();
    expect(got).toEqual(['a0', 'b0', 'a1']);
  });

  it('go to no one after an abort', async () => {
    const { take, settle, got, free } = takes(createFairSlots([reservedRule(1, 0)]));
    const stop = new AbortController();
    void take('a0', 'a', ['x']);
    const stopped = take('a1', 'a', ['x'], stop.signal);
    void take('a2', 'a', ['x']);
    await settle();
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    free('a0');
    free('a0');
    await settle();
    expect(got).toEqual(['a0', 'a2']);
  });
});
