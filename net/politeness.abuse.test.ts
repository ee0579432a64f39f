import { beforeEach, describe, expect, it } from 'vitest';
import { createPoliteness, type Politeness } from './politeness.ts';

let politeness: Politeness;
let started: string[];

beforeEach(() => {
  politeness = createPoliteness({ total: 256, perDomain: 2, perAddress: 2, forOthers: 1 });
  started = [];
});

function turn(owner: string, domain: string, address: string): Promise<() => void> {
  const taken = politeness.turn({ owner, domain, address, spacingMs: 0, signal: null });
  void taken.then(() => started.push(owner));
  return taken;
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('an account with thousands of silent sites', () => {
  it('leaves a newcomer a turn at once', async () => {
    for (let n = 0; n < 9_000; n += 1) void turn('attacker', `silent${n}.com`, `10.0.${n >> 8}.${n & 255}`);
    await settle();
    const held = started.length;
    expect(held).toBeLessThan(256);
    await turn('user', 'normal.com', '10.200.0.1');
    // None of the attacker's requests had to end first.
    expect(started.slice(held)).toEqual(['user']);
  });

  it('holds no site or address alone', async () => {
    for (let n = 0; n < 50; n += 1) void turn('attacker', 'shared.com', `10.1.0.${n}`);
    for (let n = 0; n < 50; n += 1) void turn('attacker', `site${n}.com`, '10.2.0.1');
    await settle();
    expect(started).toHaveLength(4);
    await turn('user', 'shared.com', '10.3.0.1');
    await turn('user', 'other.com', '10.2.0.1');
    expect(started.slice(4)).toEqual(['user', 'user']);
  });
});

describe('several such accounts', () => {
  it('make a newcomer wait only for those that have no turn either', async () => {
    const ends: (() => void)[] = [];
    for (let owner = 0; owner < 100; owner += 1)
      for (let n = 0; n < 3; n += 1)
        void turn(`attacker${owner}`, `s${owner}-${n}.com`, `10.${owner >> 8}.${owner & 255}.${n}`).then(
          (end) => ends.push(end),
        );
    await settle();
    expect(started).toHaveLength(256);
    void turn('user', 'normal.com', '10.200.0.1');
    await settle();
    const before = started.length;
    const waiting = 100 - new Set(started).size;
    for (let n = 0; n < waiting + 1; n += 1) ends[n]?.();
    await settle();
    expect(started.slice(before)).toHaveLength(waiting + 1);
    expect(started.at(-1)).toBe('user');
  });
});
