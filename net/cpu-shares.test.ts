import { describe, expect, it } from 'vitest';
import { createCpuShares, type Owner } from './cpu-shares.ts';

/** Work that takes a given time on a test clock and notes its name. */
function bench() {
  let now = 0;
  const done: string[] = [];
  const cpu = createCpuShares(() => now);
  const work = (owner: Owner, name: string, ms: number) =>
    cpu.run(owner, () => {
      now += ms;
      done.push(name);
      return name;
    });
  return { cpu, done, work };
}

describe('CPU shares', () => {
  it('run work at once while the thread is not busy', async () => {
    const { done, work } = bench();
    const result = work('a', 'first', 1);
    expect(done).toEqual(['first']);
    expect(await result).toBe('first');
  });

  it('alternate between owners by the time they used', async () => {
    const { done, work } = bench();
    await work('a', 'a0', 6);
    const all = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => work('a', name, 6)),
      ...['b1', 'b2', 'b3', 'b4', 'b5', 'b6'].map((name) => work('b', name, 2)),
    ];
    await Promise.all(all);
    expect(done.indexOf('b1')).toBeLessThan(done.indexOf('a2'));
    expect(done.indexOf('b4')).toBeLessThan(done.indexOf('a3'));
    expect(done).toHaveLength(11);
  });

  it('pass errors to the caller', async () => {
    const { cpu, work, done } = bench();
    await expect(
      cpu.run('a', () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await work('a', 'next', 1);
    expect(done).toEqual(['next']);
  });
});
