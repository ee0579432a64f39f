import { Link, Navigate, useLocation } from 'react-router';
import { AccountOffer } from '../features/auth/account-offer.tsx';
import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { LoginForm } from '../features/auth/login-form.tsx';
import { originOf } from '../lib/origin.ts';
import { useSession } from '../lib/session.tsx';
import { PageLoading } from '../ui/page-loading.tsx';

/**
 * Redirects signed-in users to the page they requested, even if they signed in from another tab (spec
 * accounts §2 Login).
 */
export function Component() {
  const { user, loading } = useSession();
  const { state } = useLocation();
  if (loading) return <PageLoading />;
  if (user) return <Navigate to={originOf(state)} replace />;
  return (
    <AuthFrame
      title="Log in"
      help="Welcome back. Your tasks and results are where you left them."
      aside={<AccountOffer />}
      footer={
        <>
          Don't have an account?{' '}
          <Link
            to="/signup"
            state={state}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            Sign up
          </Link>
        </>
      }
    >
      <LoginForm />
    </AuthFrame>
  );
}
