const RELOADED_AT_KEY = 'leadwell-reloaded-at';
const RELOAD_PAUSE_MS = 30_000;

/** Whether a part of the page could not be fetched: most often a new version replaced the files this page was built of. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
  );
}

/** Whether a reload may be tried by itself: not again within 30 s, or a broken server makes a loop. */
export function mayReload(reloadedAt: string | null, now: number): boolean {
  return reloadedAt === null || now - Number(reloadedAt) > RELOAD_PAUSE_MS;
}

/** Reloads the page once; false when that was tried just now. */
export function reloadOnce(): boolean {
  try {
    if (!mayReload(sessionStorage.getItem(RELOADED_AT_KEY), Date.now())) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
