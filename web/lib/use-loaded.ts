import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { toast } from './toast.ts';

/**
 * A component, from the first time it is wanted; null before. Escape calls `close` while it loads. So does a failure to load it,
 * which shows a toast and must not replace the page, unlike with `lazy`. `isInPage`: it is a part of the page that Escape
 * wouldn't close, unlike a popover, menu, dialog or sheet, so Escape is left to what is open over it.
 */
export function useLoaded<P>(
  wanted: boolean,
  load: () => Promise<{ default: ComponentType<P> }>,
  close: () => void,
  { isInPage = false }: { isInPage?: boolean } = {},
): ComponentType<P> | null {
  const [loaded, setLoaded] = useState<{ component: ComponentType<P> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `close` is a new function on each render.
  useEffect(() => {
    if (!wanted || loaded) return;
    countLoad(load()).then(
      (module) => setLoaded({ component: module.default }),
      () => {
        close();
        toast.error(MESSAGES.shell.notLoaded);
      },
    );
    if (isInPage) return;
    // What it opens over must not close, too.
    const closeOnEscape = (event: KeyboardEvent) => {
      // Escape ends what an input method composes.
      if (event.key !== 'Escape' || event.isComposing) return;
      event.stopPropagation();
      close();
    };
    window.addEventListener('keydown', closeOnEscape, { capture: true });
    return () => window.removeEventListener('keydown', closeOnEscape, { capture: true });
  }, [wanted, loaded, load, isInPage]);
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
