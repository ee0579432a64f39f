import { Navigate, Outlet } from 'react-router';
import { useSession } from '../lib/session.tsx';
import { useLoginState } from '../lib/use-login-state.ts';
import { PageLoading } from '../ui/page-loading.tsx';

/** The parent of pages for users. Sends others to /login, and remembers the requested page (spec accounts §2). */
export function SignedIn() {
  const { user, loading } = useSession();
  const loginState = useLoginState();
  if (loading) return <PageLoading />;
  if (!user) return <Navigate to="/login" replace state={loginState} />;
  return <Outlet />;
}
