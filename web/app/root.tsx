import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useFocusOnNavigation } from '../lib/page-focus.ts';
import { SessionProvider } from '../lib/session.tsx';
import { useIsLoading } from '../lib/use-loaded.ts';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { POSITIONS_KEY } from './entry-position.ts';
import { OfflineBar } from './offline-bar.tsx';

/**
 * The root of every page. It is inside the router, so that a failure to load the session shows the error
 * page.
 */
export function Component() {
  useFocusOnNavigation();
  const leaving = useNavigation().state !== 'idle';
  const loading = useIsLoading();
  return (
    <SessionProvider>
      {(leaving || loading) && <LoadingBar />}
      <Outlet />
      <ScrollRestoration storageKey={POSITIONS_KEY} />
      <OfflineBar />
    </SessionProvider>
  );
}
