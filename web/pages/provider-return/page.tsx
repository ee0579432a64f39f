import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import { PROVIDER_TITLES } from '#contract/sign-in.ts';
import { AuthFrame, AuthLink } from '../../kit/auth/auth-frame.tsx';
import { FailureAlert } from '../../kit/auth/failure-alert.tsx';
import { SecondFactorPage } from '../../kit/auth/second-factor.tsx';
import { authMessage } from '../../lib/auth-failure.ts';
import { pathAfterProvider } from '../../lib/provider-sign-in.ts';
import { useSession } from '../../lib/session.tsx';
import { isSecondFactorNeeded, lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';

/** The page that Google and Microsoft return to. It finishes the login. */
export function Component() {
  const { finishAtProvider, secondFactorNeeded, user } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [failure, setFailure] = useState<string | null>(null);
  const started = useRef(false);
  const provider = pathname.includes('microsoft') ? 'microsoft' : 'google';
  const title = PROVIDER_TITLES[provider];

  useEffect(() => {
    // A response works once, and effects can run twice.
    if (started.current) return;
    started.current = true;
    const [state, code] = [query.get('state'), query.get('code')];
    if (!state) return;
    if (!code) {
      setFailure(MESSAGES.providers.rejected(title));
      return;
    }
    void (async () => {
      try {
        const connected = await finishAtProvider({ provider, state, code, iss: query.get('iss') });
        toast.success(connected ? MESSAGES.providers.connected(title) : MESSAGES.auth.loginSuccessful);
        await navigate(pathAfterProvider(), { replace: true });
      } catch (error) {
        if (!isSecondFactorNeeded(error)) setFailure(authMessage(error, lastRetryAfterSeconds()));
        else await navigate(pathname, { replace: true });
      }
    })();
  }, [finishAtProvider, navigate, pathname, provider, query, title]);

  if (secondFactorNeeded) return <SecondFactorPage />;
  if (!failure) {
    // The second factor was entered or canceled.
    if (!query.has('state')) return <Navigate to={user ? pathAfterProvider() : '/login'} replace />;
    return (
      <>
        <title>{`${title} login · Leadwell`}</title>
        <PageLoading />
      </>
    );
  }
  const back = user ? '/dashboard/settings#connected' : '/login';
  return (
    <AuthFrame
      title={`${title} login`}
      help="The login didn't go through."
      footer={<AuthLink to={back}>{user ? 'Back to settings' : 'Log in another way'}</AuthLink>}
    >
      <FailureAlert
        text={failure}
        action={
          <Button asChild variant="secondary" size="sm">
            <Link to={user ? back : '/login?with=link'}>{user ? 'Back' : 'Email me a link'}</Link>
          </Button>
        }
      />
    </AuthFrame>
  );
}
