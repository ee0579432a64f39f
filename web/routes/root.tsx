import { Outlet, ScrollRestoration } from 'react-router';
import { SessionProvider } from '../lib/session.tsx';

/** What every page stands in. Inside the router, so that a session that cannot be loaded meets the error page. */
export function Component() {
  return (
    <SessionProvider>
      <Outlet />
      <ScrollRestoration />
    </SessionProvider>
  );
}
