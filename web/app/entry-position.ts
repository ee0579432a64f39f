/** Where `ScrollRestoration` keeps the positions, by the keys of the entries. */
export const POSITIONS_KEY = 'leadwell-positions';

/**
 * Gives the history entry of a full load a key of its own. The router names all of them "default", so a page that is
 * loaded would scroll to where another one was left. A reload keeps the key, and with it the position.
 */
export function nameHistoryEntry(history: Pick<History, 'state' | 'replaceState'>): void {
  const state: unknown = history.state;
  const before = typeof state === 'object' && state !== null ? state : {};
  if ('key' in before) return;
  history.replaceState({ ...before, key: Math.random().toString(36).slice(2, 10) }, '');
}

/**
 * Keeps the position of a reader who scrolled before the script of the page was there: the router would go to the top.
 * A position that the router saved itself is better.
 */
export function keepPosition(page: {
  history: Pick<History, 'state'>;
  sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  scrollY: number;
}): void {
  if (page.scrollY === 0) return;
  const { key } = page.history.state as { key: string };
  try {
    const saved = JSON.parse(page.sessionStorage.getItem(POSITIONS_KEY) ?? '{}') as object;
    page.sessionStorage.setItem(POSITIONS_KEY, JSON.stringify({ [key]: page.scrollY, ...saved }));
  } catch {
    // Storage may be full or blocked.
  }
}
