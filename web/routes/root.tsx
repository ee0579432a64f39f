import { Outlet, ScrollRestoration } from 'react-router';
import { SessionProvider } from '../lib/session.tsx';

/**
 * The root of every page. It is inside the router, so that a failure to load the session shows the error
 * page.
 */
export function Component() {
  return (
    <SessionProvider>
      <Outlet />
      <ScrollRestoration />
    </SessionProvider>
  );
}
