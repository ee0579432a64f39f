/** Whose data the page has loaded. Another number means another cache. */
export interface CacheOwner {
  /** a user, null for a visitor, and undefined until the session is known */
  id: string | null | undefined;
  number: number;
}

/**
 * The owner after the session changes. The first known one takes over what was there before: a new cache mounts the page
 * again, and what was typed while the session loaded would be lost.
 */
export function nextCacheOwner(before: CacheOwner, id: CacheOwner['id']): CacheOwner {
  if (id === undefined || id === before.id) return before;
  return { id, number: before.id === undefined ? before.number : before.number + 1 };
}
