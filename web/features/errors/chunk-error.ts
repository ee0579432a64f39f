const RELOADED_AT_KEY = 'leadwell-reloaded-at';
const RELOAD_PAUSE_MS = 30_000;
const ASK_AGAIN_MS = 1_000;

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

/**
 * Reloads the page as soon as the server answers: without one, a reload would put the browser's own error page in place of
 * ours. False, and no more waiting, when a reload was tried just now; an aborted signal ends the waiting too.
 */
export async function reloadWhenAnswered(signal: AbortSignal): Promise<boolean> {
  while (!(await serverAnswers())) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
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

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
