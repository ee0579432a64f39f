import { setImmediate as nextTurn } from 'node:timers/promises';

const ENTRIES_PER_TURN = 500;

/** What a request's list is made of. */
interface Reading<Entry, Item> {
  /** none for an entry with nothing to look up */
  toItems(entry: Entry, index: number): readonly Item[];
  /** the same for the same item, however it is written */
  itemKey(item: Item): string;
  /** more than a request may have: the reading ends there, and the caller refuses the list */
  tooMany: number;
  /** what a repeat adds to an item. Default: nothing */
  merge?(first: Item, repeat: Item): Item;
}

/**
 * The items of a list, each once, as it was first written, and the positions of the items of each entry. Other requests
 * are handled in between.
 */
export async function distinctItems<Entry, Item>(
  entries: readonly Entry[],
  { toItems, itemKey, tooMany, merge = (first) => first }: Reading<Entry, Item>,
): Promise<{ items: Item[]; positions: number[][] }> {
  const items: Item[] = [];
  const places = new Map<string, number>();
  const positions: number[][] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await nextTurn();
    positions.push(
      toItems(entry, index).map((item) => {
        const key = itemKey(item);
        const place = places.get(key) ?? items.length;
        const first = items[place];
        items[place] = first === undefined ? item : merge(first, item);
        places.set(key, place);
        return place;
      }),
    );
    if (items.length >= tooMany) break;
  }
  return { items, positions };
}

/** A text of a request without the NUL that databases reject. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').trim();
}
