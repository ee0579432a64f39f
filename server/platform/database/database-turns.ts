import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFairSlots } from '#net/fair-slots.ts';

/** Whose statements these are. */
interface Lane {
  key: string;
  /**
   * `request`: of its own. `heavy`: reads or writes many rows, in many statements. `background`: no request waits for it.
   */
  kind: 'request' | 'heavy' | 'background';
}

/** The callers that all heavy work and all background work are. */
const HEAVY = 'heavy';
const BACKGROUND = 'background';
/** Background work of no account. */
const OWN: Lane = { key: '', kind: 'background' };
const lane = new AsyncLocalStorage<Lane>();

/** Runs the work of an account or another caller. Its statements take turns with those of other callers. */
export function runFor<T>(key: string, work: () => T): T {
  return lane.run({ key, kind: 'request' }, work);
}

/**
 * Runs work of an account that reads or writes many rows. The heavy work of all accounts together gets one turn at
 * the embedded database when others wait, and a few connections on PostgreSQL, so anyone else waits for one of its
 * statements at most. It must be many small statements, each shorter than 100 ms, and not one large one.
 */
export function runHeavy<T>(key: string, work: () => T): T {
  return lane.run({ key, kind: 'heavy' }, work);
}

/**
 * Runs work of an account's tasks, which no request waits for. All background work counts as one caller, in which the
 * accounts take turns.
 */
export function runInBackground<T>(key: string, work: () => T): T {
  return lane.run({ key, kind: 'background' }, work);
}

/** Whose work this is: the key that `runFor`, `runHeavy` or `runInBackground` got. */
export function currentCaller(): string {
  return (lane.getStore() ?? OWN).key;
}

/** Whether this is heavy work. */
export function isHeavy(): boolean {
  return lane.getStore()?.kind === 'heavy';
}

/** Gives out turns at the database. */
export interface DatabaseTurns {
  /** Waits for a turn of the current caller. Returns the function that ends it. */
  take(): Promise<() => void>;
  /** How many turns accounts and other callers have taken so far, without background work. */
  taken(): number;
}

/**
 * Turns at a database. The callers that wait take turns. All heavy work counts as one caller, in which the
 * accounts take turns, and so does all background work. `slots`: turns at the same time; `heavySlots`: those of heavy work.
 */
export function createDatabaseTurns({
  slots,
  heavySlots,
}: {
  slots: number;
  heavySlots: number;
}): DatabaseTurns {
  const turnsOf = (limit: number) => createFairSlots([{ limit, maxHeld: () => limit }]);
  const all = turnsOf(slots);
  const heavyOnes = turnsOf(heavySlots);
  const backgroundOnes = turnsOf(slots);
  let taken = 0;

  return {
    async take() {
      const { key, kind } = lane.getStore() ?? OWN;
      if (kind !== 'background') taken += 1;
      if (kind === 'request') return all.take(`caller ${key}`, ['']);
      // The embedded database answers without giving way to the event loop, where requests of others arrive.
      if (kind === 'heavy') await nextTurn();
      const endOwn = await (kind === 'heavy' ? heavyOnes : backgroundOnes).take(key, ['']);
      const end = await all.take(kind === 'heavy' ? HEAVY : BACKGROUND, ['']);
      return () => {
        end();
        endOwn();
      };
    },
    taken: () => taken,
  };
}
