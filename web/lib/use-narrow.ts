import { useSyncExternalStore } from 'react';

/** Below the breakpoint `lg` of the stylesheet. */
const NARROW = '(width < 64rem)';

/** Whether the window has no room for wide tables: on phones, and on tablets next to the sidebar. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
