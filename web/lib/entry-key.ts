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
