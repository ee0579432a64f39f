import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows that one statement deletes at most. With their indexes and what refers to them, they take about 20 ms. */
const STEP_ROWS = 500;

/**
 * Deletes many rows in steps, so that others can use the database and the event loop in between. `deleteSome`
 * deletes up to `limit` rows and returns their number. With `ctid = any (array(select ctid ...))`, the database looks
 * up only these rows, whatever statistics it has.
 */
export async function deleteInSteps(deleteSome: (limit: number) => Promise<number>): Promise<void> {
  while ((await deleteSome(STEP_ROWS)) >= STEP_ROWS) await nextTurn();
}
