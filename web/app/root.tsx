import { WifiOff } from 'lucide-react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useOffline } from '../lib/connection.ts';
import { useFocusOnNavigation } from '../lib/page-focus.ts';
import { SessionProvider } from '../lib/session.tsx';
import { useIsLoading } from '../lib/use-loaded.ts';
import { Button } from '../ui/button.tsx';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { POSITIONS_KEY } from './entry-position.ts';

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

/** A bar at the bottom of every page while the browser is offline. */
function OfflineBar() {
  const { offline, retry } = useOffline();
  return (
    // Always there, because screen readers announce only changes of a live region that they know.
    <div role="status">
      {offline && (
        <>
          {/* Room for the bar, so that it covers nothing at the end of the page. */}
          <div aria-hidden className="h-20 sm:h-14" />
          <div className="fixed inset-x-0 bottom-0 z-50 flex min-h-14 animate-fade-in items-center gap-3 border-t border-border bg-warning-soft px-4 py-2 md:px-6">
            <WifiOff aria-hidden className="size-4 shrink-0 text-warning" />
            <p className="min-w-0 flex-1">
              <span className="font-medium">You’re offline.</span> Running tasks continue on the server.
              <span className="hidden sm:inline"> This page updates when you’re back online.</span>
            </p>
            <Button variant="secondary" size="sm" onClick={retry}>
              Try now
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
