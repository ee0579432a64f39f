import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Whose statements these are. */
interface Lane {
  key: string;
  /** reads or writes many rows, in many statements */
  heavy: boolean;
}

/** The group of all heavy work. */
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
  /** What waits, by group and caller, each in the order of its turns. */
  const waiting = new Map<string, Map<string, (() => void)[]>>();
  let running = 0;
  let heavyRunning = 0;
  let taken = 0;

  function startNext(): void {
    if (running >= slots) return;
    for (const [group, callers] of waiting) {
      if (group === HEAVY && heavyRunning >= heavySlots) continue;
      const [next] = callers;
      if (!next) return;
      const [key, starts] = next;
      waiting.delete(group);
      callers.delete(key);
      const start = starts.shift();
      if (starts.length > 0) callers.set(key, starts);
      if (callers.size > 0) waiting.set(group, callers);
      running += 1;
      if (group === HEAVY) heavyRunning += 1;
      start?.();
      return;
    }
  }

  return {
    async take() {
      const of = lane.getStore() ?? BACKGROUND;
      if (of !== BACKGROUND) taken += 1;
      const { key, heavy } = of;
      const group = heavy ? HEAVY : `caller ${key}`;
      // The embedded database answers without giving way to the event loop, where requests of others arrive.
      if (heavy) await nextTurn();
      await new Promise<void>((resolve) => {
        const callers = waiting.get(group) ?? new Map<string, (() => void)[]>();
        waiting.set(group, callers);
        const own = callers.get(key);
        if (own) own.push(resolve);
        else callers.set(key, [resolve]);
        startNext();
      });
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        running -= 1;
        if (heavy) heavyRunning -= 1;
        startNext();
      };
    },
    taken: () => taken,
  };
}
