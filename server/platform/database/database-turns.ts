import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTimedTurns } from './timed-turns.ts';

/** Whose statements these are. */
interface Lane {
  key: string;
  /**
   * `request`: of its own. `heavy`: reads or writes many rows, in many statements. `background`: no request waits for it.
   */
  kind: 'request' | 'heavy' | 'background';
}

/** The caller that all heavy and background work is. */
const WORK = 'work';
/** Background work of no account. */
const OWN: Lane = { key: '', kind: 'background' };
const lane = new AsyncLocalStorage<Lane>();

/** Runs the work of an account or another caller. Its statements take turns with those of other callers. */
export function runFor<T>(key: string, work: () => T): T {
  return lane.run({ key, kind: 'request' }, work);
}

/**
 * Runs work of an account that reads or writes many rows. It is one caller with that of all other accounts, which share
 * its turns at the embedded database by time; on PostgreSQL, it has a few connections. It must be many small statements,
 * each shorter than 100 ms, and not one large one.
 */
export function runHeavy<T>(key: string, work: () => T): T {
  return lane.run({ key, kind: 'heavy' }, work);
}

/**
 * Runs work of an account's tasks, which no request waits for. At the embedded database it counts as heavy work, behind
 * that of the same account.
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
 * Turns at a database, `slots` at the same time. Callers share them by time. All heavy and background work is one caller,
 * in which the accounts share them by time. `now`: in ms.
 */
export function createDatabaseTurns(
  slots: number,
  now: () => number = () => performance.now(),
): DatabaseTurns {
  const callers = createTimedTurns(slots, now);
  const accounts = createTimedTurns(slots, now);
  let taken = 0;

  return {
    async take() {
      const { key, kind } = lane.getStore() ?? OWN;
      if (kind !== 'background') taken += 1;
      if (kind === 'request') return callers.take(`caller ${key}`);
      // The embedded database answers without giving way to the event loop, where requests of others arrive.
      if (kind === 'heavy') await nextTurn();
      const endOwn = await accounts.take(key, kind === 'heavy');
      const end = await callers.take(WORK);
      const started = now();
      return () => {
        end();
        // Without the time in which requests had their turns.
        endOwn(now() - started);
      };
    },
    taken: () => taken,
  };
}
