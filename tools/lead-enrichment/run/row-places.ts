import { createFairLimit, equalRule } from '#net/fair-slots.ts';
import type { RunOptions } from '../../tool.ts';

/** Rows that keep a core busy: it works about 40 a second. */
const ROWS_AT_ONCE = 64;
/** A row that takes longer waits for the servers of others, and not for this machine. */
const HELD_MS = 3000;

/** Waits for a place and returns the function that gives it up. Rejects with the signal's reason if it aborts first. */
export type TakeRowPlace = (owner: RunOptions['owner'], signal: AbortSignal) => Promise<() => void>;

/**
 * Places for the rows that accounts work at once in this process. They share them fairly, and one alone leaves an eighth
 * free. So a run of twenty rows doesn't wait until hundreds of rows of a large list are done. A row keeps its place for
 * three seconds at most, so that slow websites and services hold up no one.
 */
export function createRowPlaces(): TakeRowPlace {
  const take = createFairLimit(equalRule(ROWS_AT_ONCE));
  return async (owner = null, signal) => {
    const free = await take(owner, signal);
    const timer = setTimeout(free, HELD_MS);
    return () => {
      clearTimeout(timer);
      free();
    };
  };
}
