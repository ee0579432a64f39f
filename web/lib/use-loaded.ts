import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { toast } from './toast.ts';

/**
 * A component, from the first time it is wanted; null before. A failure to load it shows a toast and must not replace
 * the page, unlike with `lazy`.
 */
export function useLoaded<P>(
  wanted: boolean,
  load: () => Promise<{ default: ComponentType<P> }>,
  onFailure: () => void,
): ComponentType<P> | null {
  const [loaded, setLoaded] = useState<{ component: ComponentType<P> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onFailure` is a new function on each render.
  useEffect(() => {
    if (!wanted || loaded) return;
    countLoad(load()).then(
      (module) => setLoaded({ component: module.default }),
      () => {
        onFailure();
        toast.error(MESSAGES.shell.notLoaded);
      },
    );
  }, [wanted, loaded, load]);
  return loaded?.component ?? null;
}

let open = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  open += by;
  for (const listener of listeners) listener();
}

/** Counts as something that the user waits for until it settles. Resolves and rejects as `load` does. */
async function countLoad<T>(load: Promise<T>): Promise<T> {
  change(1);
  try {
    return await load;
  } finally {
    change(-1);
  }
}

/** Whether a part of the page that a click needs is loading. */
export function useIsLoading(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => open > 0,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
