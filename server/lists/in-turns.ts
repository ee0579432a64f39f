import { setImmediate as nextTurn } from 'node:timers/promises';
import { IDENTITY_MAX_CHARS } from '#engines/list-steps/prepare-membership.ts';

/** What is read between turns of others, in characters: as much as one row may have in columns with keys, about 20 ms. */
const CHARS_PER_TURN = IDENTITY_MAX_CHARS;

/** Items one after the other. Lets others have their turn after each with which they have enough text. `charsOf`: the text of one */
export async function* inTurns<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  charsOf: (item: Item) => number,
): AsyncGenerator<Item> {
  let chars = 0;
  for await (const item of items) {
    yield item;
    chars += charsOf(item);
    if (chars < CHARS_PER_TURN) continue;
    chars = 0;
    await nextTurn();
  }
}

/** The characters of the cells of a row. */
export function charsOfCells({ cells }: { cells: Readonly<Record<string, string>> }): number {
  return Object.values(cells).reduce((sum, cell) => sum + cell.length, 0);
}
