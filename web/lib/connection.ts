import { useCallback, useEffect, useState } from 'react';

const RETRY_MS = 5_000;

/**
 * Whether the server can't be reached because the browser is offline. A server on the same computer still answers
 * then, so it is tried: at once, every few seconds, and by `retry`.
 */
export function useOffline(): { offline: boolean; retry: () => void } {
  const [offline, setOffline] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    const onOnline = () => setOffline(false);
    window.addEventListener('online', onOnline);
    window.addEventListener('offline', retry);
    return () => {
      window.removeEventListener('online', onOnline);
      window.removeEventListener('offline', retry);
    };
  }, [retry]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt tries again.
  useEffect(() => {
    if (navigator.onLine) return setOffline(false);
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    void serverResponds().then((responds) => {
      // Not online in the meantime.
      if (stopped || navigator.onLine) return;
      setOffline(!responds);
      // Also after an answer, which may have come just before the connection broke.
      timer = setTimeout(retry, RETRY_MS);
    });
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [attempt, retry]);

  return { offline, retry };
}

/** Whether the server answers. */
export async function serverResponds(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
