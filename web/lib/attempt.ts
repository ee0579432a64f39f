/** The idempotency key of the last try to start a list, with the fingerprint of that list. */
export interface Attempt {
  key: string;
  fingerprint: string;
}

/**
 * The last attempt if its list was the same, since its response may be lost; else a new one. `list`: the lines, or
 * other texts, that make up the request.
 */
export function attemptFor(list: readonly string[], last: Attempt | null, newKey: () => string): Attempt {
  const fingerprint = hashList(list);
  return last?.fingerprint === fingerprint ? last : { key: newKey(), fingerprint };
}

/** An FNV-1a hash of the list, with its length. It fits into a header. */
export function hashList(list: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const text of list) {
    for (let index = 0; index < text.length; index += 1)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    hash = Math.imul(hash ^ 10, 0x01000193);
  }
  return `${list.length}-${(hash >>> 0).toString(16)}`;
}
