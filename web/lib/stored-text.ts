/** Where a browser keeps texts. It can throw when it is opened, read or written. */
export type Store = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The text of the first store that has one. */
export function readText(key: string, stores: readonly Store[]): string | null {
  for (const store of stores) {
    const text = textIn(store, key);
    if (text !== null) return text;
  }
  return null;
}

interface TextChange {
  /** null: nothing is kept any more */
  text: string | null;
  /** a short text to keep where the whole one has no room */
  spare: string | null;
  /** what the writer read or wrote last. Another text in a store after the first one is of another tab, and isn't removed. */
  known: string | null;
}

/** Writes a text to each store. An older one doesn't stay where it has no room. Returns whether a store has the text. */
export function writeText(
  key: string,
  { text, spare, known }: TextChange,
  stores: readonly Store[],
): boolean {
  const has = stores.map((store, index) => {
    if (text !== null && put(store, key, text)) return true;
    if (index > 0 && textIn(store, key) !== known) return false;
    remove(store, key);
    if (text !== null && spare !== null) put(store, key, spare);
    return false;
  });
  return text === null || has.includes(true);
}

function textIn(store: Store, key: string): string | null {
  try {
    return store().getItem(key);
  } catch {
    return null;
  }
}

/** Storage that is full or forbidden must not stop the user's work. */
function put(store: Store, key: string, text: string): boolean {
  try {
    store().setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function remove(store: Store, key: string): void {
  try {
    store().removeItem(key);
  } catch {
    // It can't have the text then.
  }
}
