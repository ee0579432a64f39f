import { serverResponds } from '../lib/connection.ts';

const RELOADED_AT_KEY = 'leadwell-reloaded-at';
const RELOAD_PAUSE_MS = 30_000;
const POLL_MS = 1_000;

/**
 * Whether a chunk of the page failed to load, usually because a new version replaced the files of this one.
 */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)
  );
}

/** Whether an automatic reload is allowed. At most one in 30 seconds, to avoid reload loops. */
export function mayReload(reloadedAt: string | null, now: number): boolean {
  return reloadedAt === null || now - Number(reloadedAt) > RELOAD_PAUSE_MS;
}

/**
 * Reloads the page once the server responds; reloading earlier would show the browser's own error page.
 * Returns false without reloading if the last reload was too recent or `signal` is aborted.
 */
export async function reloadWhenAvailable(signal: AbortSignal): Promise<boolean> {
  while (!(await serverResponds())) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (signal.aborted) return false;
  }
  try {
    if (!mayReload(sessionStorage.getItem(RELOADED_AT_KEY), Date.now())) return false;
    sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
