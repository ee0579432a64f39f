import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useIsLoading } from '../lib/chunk-loads.ts';
import { POSITIONS_KEY } from '../lib/entry-position.ts';
import { useFocusOnNavigation } from '../lib/page-focus.ts';
import { SessionProvider } from '../lib/session.tsx';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { OfflineBar } from '../ui/offline-bar.tsx';

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
