import { z } from 'zod';

export const ITEM_KEY_MAX_CHARS = 100;

/** Why a key can't be one; null if it can. `name` is of its item: "Item 4". `seen` gets the names of items by their keys. */
export function itemKeyProblem(key: string, name: string, seen: Map<string, string>): string | null {
  if (key.trim() === '') return `${name} has an empty key.`;
  if (key.length > ITEM_KEY_MAX_CHARS)
    return `${name} has a key of more than ${ITEM_KEY_MAX_CHARS} characters.`;
  const first = seen.get(key);
  if (first !== undefined) return `${name} has the key “${key}”, and so has ${first.toLowerCase()}.`;
  seen.set(key, name);
  return null;
}

/** The own keys of the items of a start call, one for each entry of its list. Problems name the first such item. */
export const ItemKeys = z
  .array(z.string())
  .superRefine((keys, { addIssue }) => {
    const seen = new Map<string, string>();
    for (const [index, key] of keys.entries()) {
      const message = itemKeyProblem(key, `Item ${index + 1}`, seen);
      if (message !== null) return addIssue({ code: 'custom', path: [index], message });
    }
  })
  .describe(
    `Your keys, one for each entry of the list, in the same order: up to ${ITEM_KEY_MAX_CHARS} characters, each of them once. Each result has the key of its item.`,
  );

/** What a result has of the keys of a start call. */
export const OWN_KEY_FIELDS = {
  /** of your keys, the one of this item; missing if the start gave none */
  key: z.string().optional(),
  /** all of them, if several entries of the list are this item */
  keys: z.array(z.string()).optional(),
};
