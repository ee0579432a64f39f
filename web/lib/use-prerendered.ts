import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the page is as it was rendered at build time, which knows no addresses of the operator. It is only until React
 * has taken over the page.
 */
export function usePrerendered(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
