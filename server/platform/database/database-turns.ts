import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFairSlots, type FairSlots } from '#net/fair-slots.ts';

/** Whose statements these are. */
interface Lane {
  key: string;
  /** reads or writes many rows, in many statements */
  heavy: boolean;
}

/** The caller that all heavy work is. */
const HEAVY = 'heavy';
/** Work that no request started. */
const BACKGROUND: Lane = { key: 'background', heavy: false };
const lane = new AsyncLocalStorage<Lane>();

/** Runs the work of an account or another caller. Its statements take turns with those of other callers. */
export function runFor<T>(key: string, work: () => T): T {
  return lane.run({ key, heavy: false }, work);
}

/**
 * Runs work of an account that reads or writes many rows. The heavy work of all accounts together gets one turn at
 * the embedded database when others wait, and a few connections on PostgreSQL, so anyone else waits for one of its
 * statements at most. It must be many small statements, each shorter than 100 ms, and not one large one.
 */
export function runHeavy<T>(key: string, work: () => T): T {
  return lane.run({ key, heavy: true }, work);
}

/** Whose work this is: the key that `runFor` or `runHeavy` got. */
export function currentCaller(): string {
  return (lane.getStore() ?? BACKGROUND).key;
}

/** Whether this is heavy work. */
export function isHeavy(): boolean {
  return lane.getStore()?.heavy === true;
}

/** Gives out turns at the database. */
export interface DatabaseTurns {
  /** Waits for a turn of the current caller. Returns the function that ends it. */
  take(): Promise<() => void>;
  /** How many turns accounts and other callers have taken so far, without background work. */
  taken(): number;
}

/**
 * Turns at a database. The callers that wait take turns, and all heavy work counts as one caller, in which the
 * accounts take turns. `slots`: turns at the same time; `heavySlots`: those of heavy work.
 */
export function createDatabaseTurns({
  slots,
  heavySlots,
}: {
  slots: number;
  heavySlots: number;
}): DatabaseTurns {
  const [all, heavyOnes] = [slots, heavySlots].map((limit) =>
    createFairSlots([{ limit, maxHeld: () => limit }]),
  ) as [FairSlots, FairSlots];
  let taken = 0;

  return {
    async take() {
      const of = lane.getStore() ?? BACKGROUND;
      if (of !== BACKGROUND) taken += 1;
      if (!of.heavy) return all.take(`caller ${of.key}`, ['']);
      // The embedded database answers without giving way to the event loop, where requests of others arrive.
      await nextTurn();
      const endHeavy = await heavyOnes.take(of.key, ['']);
      const end = await all.take(HEAVY, ['']);
      return () => {
        end();
        endHeavy();
      };
    },
    taken: () => taken,
  };
}
