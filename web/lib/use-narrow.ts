import { useSyncExternalStore } from 'react';

/** Below the breakpoint `lg` of the stylesheet. */
const NARROW = media('(width < 64rem)');
/** Below the breakpoint `md`. */
const PHONE = media('(width < 48rem)');

/** Whether the window has no room for wide tables: on phones, and on tablets next to the sidebar. */
export function useNarrow(): boolean {
  return useSyncExternalStore(NARROW.subscribe, NARROW.matches);
}

/** Whether the window has no room for any table. */
export function usePhone(): boolean {
  return useSyncExternalStore(PHONE.subscribe, PHONE.matches);
}

function media(condition: string) {
  return {
    matches: () => window.matchMedia(condition).matches,
    subscribe(onChange: () => void): () => void {
      const query = window.matchMedia(condition);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
  };
}
