import { useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import { AccountOffer } from '../../kit/auth/account-offer.tsx';
import { AuthFrame } from '../../kit/auth/auth-frame.tsx';
import { carriedEmail } from '../../kit/auth/carried-email.ts';
import { OrDivider } from '../../kit/auth/or-divider.tsx';
import { ProviderButtons } from '../../kit/auth/provider-buttons.tsx';
import { SecondFactorPage } from '../../kit/auth/second-factor-page.tsx';
import { clientConfig } from '../../lib/config.ts';
import { type LoginReason, loginReason, originOf } from '../../lib/origin.ts';
import { useSession } from '../../lib/session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { LoginForm } from './login-form.tsx';
import { LoginLinkForm } from './login-link-form.tsx';
import { NewAccountNote } from './new-account-note.tsx';
import { login } from './page.ts';

const REASONS: Record<LoginReason, string> = {
  'session-ended': MESSAGES.auth.sessionEnded,
  'not-signed-in': MESSAGES.gate.notSignedIn,
};

/**
 * Redirects signed-in users to the page they requested, even if they signed in from another tab (spec
 * accounts §2 Login). `?with=link` shows the form for a login link instead of the password.
 */
export function Component() {
  const { user, loading, secondFactorNeeded } = useSession();
  const { state } = useLocation();
  const [query] = useSearchParams();
  // Both forms have the same email, so that a change of the form keeps it.
  const [email, setEmail] = useState(() => carriedEmail(state));
  if (loading) return <PageLoading />;
  if (user) return <Navigate to={originOf(state, user.id)} replace />;
  if (secondFactorNeeded) return <SecondFactorPage />;
  const reason = loginReason(state);
  const withLink = query.get('with') === 'link';
  return (
    <AuthFrame
      title={login.title}
      help={
        withLink
          ? "We'll email you a link and a code. No password needed."
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
      {reason && (
        <Alert tone="info" className="mb-6">
          {REASONS[reason]}
        </Alert>
      )}
      {withLink ? (
        <LoginLinkForm email={email} onEmail={setEmail} />
      ) : (
        <LoginForm email={email} onEmail={setEmail} />
      )}
      <OrDivider />
      <div className="grid gap-3">
        <ProviderButtons intent="sign-in" />
        {clientConfig().providers.length > 0 && <NewAccountNote way="These buttons create" />}
        <Button asChild variant="secondary" size="lg">
          <Link to={withLink ? '/login' : '/login?with=link'} state={state} replace>
            {withLink ? 'Log in with your password' : 'Log in with an emailed link'}
          </Link>
        </Button>
      </div>
    </AuthFrame>
  );
}
