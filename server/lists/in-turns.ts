import { setImmediate as nextTurn } from 'node:timers/promises';
import { CHARS_PER_TURN } from './exclusions/list-keys.ts';

/** Rows of a list one after the other. Lets others have their turn after each row with which they have enough text. */
export async function* inTurns<Row extends { cells: Readonly<Record<string, string>> }>(
  rows: readonly Row[],
): AsyncGenerator<Row> {
  let chars = 0;
  for (const row of rows) {
    yield row;
    for (const cell of Object.values(row.cells)) chars += cell.length;
    if (chars < CHARS_PER_TURN) continue;
    chars = 0;
    await nextTurn();
  }
}
