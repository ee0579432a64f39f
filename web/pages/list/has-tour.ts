export function keyOfTour(accountId: string): string {
  return `list hints ${accountId}`;
}

/** Whether a list has hints in this browser. */
export function hasTour(accountId: string, listId: string): boolean {
  try {
    return localStorage.getItem(keyOfTour(accountId))?.startsWith(listId) ?? false;
  } catch {
    // Private windows may refuse.
    return false;
  }
}
