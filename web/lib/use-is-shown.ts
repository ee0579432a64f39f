import { useCallback, useEffect, useRef } from 'react';

/** Tells whether the component is still on the page, for what finishes later. */
export function useIsShown(): () => boolean {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}
