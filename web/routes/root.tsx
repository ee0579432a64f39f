import { Outlet, ScrollRestoration } from 'react-router';
import { useFocusOnNavigation } from '../lib/page-focus.ts';
import { SessionProvider } from '../lib/session.tsx';
import { OfflineBar } from '../ui/offline-bar.tsx';

/**
 * The root of every page. It is inside the router, so that a failure to load the session shows the error
 * page.
 */
export function Component() {
  useFocusOnNavigation();
  return (
    <SessionProvider>
      <Outlet />
      <ScrollRestoration />
      <OfflineBar />
    </SessionProvider>
  );
}
