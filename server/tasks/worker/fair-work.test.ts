import { describe, expect, it } from 'vitest';
import { chooseShards, ownWork, type WorkerState } from './fair-work.ts';

/** A worker with room for 100 slots, and tasks by name: `a1` is a task of account a. */
function worker(slots: Record<string, number>, accounts: string[]): WorkerState {
  const loads = new Map(
    Object.entries(slots).map(([task, used]) => [
      task,
      { accountId: task[0] ?? '', slots: used, working: used },
    ]),
  );
  const busy = [...loads.values()].map(({ accountId }) => accountId);
  return { accounts, busy, loads, capacity: 100, shardSlots: 50 };
}

describe('the next shards', () => {
  it('are any, several at once, for a single account', () => {
    expect(chooseShards(worker({}, ['a']))).toEqual([{ max: 2, without: [], whenFull: false }]);
    expect(chooseShards(worker({ a1: 60 }, ['a']))).toEqual([{ max: 1, without: [], whenFull: false }]);
    expect(chooseShards(worker({ a1: 60, a2: 40 }, ['a']))).toEqual([]);
  });

  it('are those of a newcomer, even in a full worker', () => {
    expect(chooseShards(worker({ a1: 60, a2: 40 }, ['a', 'b']))).toEqual([
      { max: 1, without: ['a'], whenFull: true },
    ]);
  });

  it('are those of an account whose shards could use less than its share, even in a full worker', () => {
    const full = { a1: 60, a2: 60, a3: 30, b1: 20, c1: 10, c2: 0 };
    expect(chooseShards({ ...worker(full, ['a', 'b', 'c']), capacity: 180 })).toEqual([
      { max: 1, without: ['a', 'c'], whenFull: true },
    ]);
    // B has no other shard, as the last look found.
    expect(chooseShards({ ...worker(full, ['a', 'c']), capacity: 180 })).toEqual([]);
  });

  it('are those of accounts below their share, however many tasks the others have', () => {
    expect(chooseShards(worker({ a1: 20, a2: 20, a3: 20, b1: 30 }, ['a', 'b']))).toEqual([
      { max: 1, without: ['a'], whenFull: false },
      { max: 1, without: [], whenFull: false },
    ]);
  });
});

describe('the time budget', () => {
  it('counts the share of a task, all of a single one, and nothing of one that waits', () => {
    const { loads } = worker({ a1: 30, a2: 60, b1: 10, c1: 0 }, []);
    expect(Object.fromEntries(ownWork(loads, 1000))).toEqual({ a1: 300, a2: 600, b1: 100, c1: 0 });
    expect(Object.fromEntries(ownWork(worker({ a1: 1 }, []).loads, 1000))).toEqual({ a1: 1000 });
    const loading = new Map([['a1', { accountId: 'a', slots: 50, working: 0 }]]);
    expect(Object.fromEntries(ownWork(loading, 1000))).toEqual({ a1: 0 });
    expect(Object.fromEntries(ownWork(worker({ a1: 0 }, []).loads, 1000))).toEqual({ a1: 0 });
  });
});
