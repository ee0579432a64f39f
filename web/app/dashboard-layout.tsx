import { Outlet } from 'react-router';
import { DashboardFrame } from '../kit/shell/dashboard-frame.tsx';
import { useSession } from '../lib/session.tsx';

/** The parent of the dashboard's pages. */
export function Component() {
  const { user } = useSession();
  return (
    user && (
      <DashboardFrame user={user}>
        <Outlet />
      </DashboardFrame>
    )
  );
}
