import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { UPGRADE_REDIRECT_MS } from '#contract/limits.ts';
import { useIsShown } from '../../lib/use-is-shown.ts';

/** Opens a page after UPGRADE_REDIRECT_MS, unless the user has left this one by then. */
export function useRedirectSoon(): (path: string) => void {
  const navigate = useNavigate();
  const isShown = useIsShown();
  return useCallback(
    (path) =>
      void setTimeout(() => {
        if (isShown()) void navigate(path);
      }, UPGRADE_REDIRECT_MS),
    [navigate, isShown],
  );
}
