import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { AccountOffer } from '../features/auth/account-offer.tsx';
import { AuthFrame } from '../features/auth/auth-frame.tsx';
import { LoginForm } from '../features/auth/login-form.tsx';
import { LoginLinkForm } from '../features/auth/login-link-form.tsx';
import { originOf } from '../lib/origin.ts';
import { useSession } from '../lib/session.tsx';
import { Button } from '../ui/button.tsx';
import { PageLoading } from '../ui/page-loading.tsx';

/**
 * Redirects signed-in users to the page they requested, even if they signed in from another tab (spec
 * accounts §2 Login). `?with=link` shows the form for a login link instead of the password.
 */
export function Component() {
  const { user, loading } = useSession();
  const { state } = useLocation();
  const [query] = useSearchParams();
  if (loading) return <PageLoading />;
  if (user) return <Navigate to={originOf(state)} replace />;
  const withLink = query.get('with') === 'link';
  return (
    <AuthFrame
      title="Log in"
      help={
        withLink
          ? 'We email you a link and a code. You need no password.'
          : 'Welcome back. Your tasks and results are where you left them.'
      }
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
      {withLink ? <LoginLinkForm /> : <LoginForm />}
      <div className="mt-5 flex items-center gap-3 text-sm text-muted-foreground">
        <span aria-hidden className="h-px flex-1 bg-border" />
        or
        <span aria-hidden className="h-px flex-1 bg-border" />
      </div>
      <Button asChild variant="secondary" size="lg" className="mt-5 w-full">
        <Link to={withLink ? '/login' : '/login?with=link'} state={state} replace>
          {withLink ? 'Log in with your password' : 'Log in with an emailed link'}
        </Link>
      </Button>
    </AuthFrame>
  );
}
