import { type ComponentType, useEffect, useState } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import { countLoad } from './chunk-loads.ts';
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
