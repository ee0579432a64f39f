import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';
import { TypedEmail } from '#contract/auth.ts';
import { MESSAGES } from '#contract/messages.ts';
import { AuthFrame, AuthLink } from '../../kit/auth/auth-frame.tsx';
import { FailureAlert } from '../../kit/auth/failure-alert.tsx';
import { OrDivider, ProviderButtons } from '../../kit/auth/provider-buttons.tsx';
import { SecondFactorPage } from '../../kit/auth/second-factor.tsx';
import { carriedEmail, rememberEmail } from '../../kit/auth/seen-emails.ts';
import { isNotRegistered, signInMessage } from '../../lib/auth-failure.ts';
import { clientConfig } from '../../lib/config.ts';
import { type LoginReason, loginReason, returnPath } from '../../lib/origin.ts';
import { useSession } from '../../lib/session.tsx';
import { hasStoredSession } from '../../lib/stored-session.ts';
import { lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { LoginLinkForm, NewAccountNote } from './login-link-form.tsx';
import { login } from './page.ts';

const REASONS: Record<LoginReason, string> = {
  'session-ended': MESSAGES.auth.sessionEnded,
  'not-signed-in': MESSAGES.gate.notSignedIn,
  checkout: 'Log in with the account you used for the checkout. Then we check your payment.',
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
  if (user) return <Navigate to={returnPath(state, user.id)} replace />;
  if (secondFactorNeeded) return <SecondFactorPage />;
  const reason = loginReason(state);
  const withLink = query.get('with') === 'link';
  return (
    <AuthFrame
      title={login.title}
      help={
        withLink
          ? "We'll email you a link and a code. No password needed."
          : 'Welcome back. Log in to get to your lists, tasks and results.'
      }
      footer={
        <>
          Don't have an account?{' '}
          <AuthLink to="/signup" state={state}>
            Sign up
          </AuthLink>
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

const LoginValues = z.object({
  email: z.string().trim().min(1, MESSAGES.auth.fillAllFields).pipe(TypedEmail),
  password: z.string().min(1, MESSAGES.auth.fillAllFields),
});

/** The login form. On success the session changes and the page redirects. `email` is what was typed so far. */
function LoginForm({ email: typedEmail, onEmail }: { email: string; onEmail(email: string): void }) {
  const { signIn } = useSession();
  // Contains the page to return to after login.
  const { state } = useLocation();
  const [failure, setFailure] = useState<{ text: string; signUp: boolean } | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(LoginValues),
    defaultValues: { email: typedEmail, password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(
    async ({ email, password }) => {
      setFailure(null);
      try {
        await signIn(email, password);
        rememberEmail(email);
        toast.success(MESSAGES.auth.loginSuccessful);
        if (!hasStoredSession()) toast.info(MESSAGES.auth.loggedInUntilReload);
      } catch (error) {
        setFailure({ text: signInMessage(error, lastRetryAfterSeconds()), signUp: isNotRegistered(error) });
      }
    },
    ({ email, password }) =>
      // A malformed address is reported at its field.
      setFailure(
        password || email?.message === MESSAGES.auth.fillAllFields
          ? { text: MESSAGES.auth.fillAllFields, signUp: false }
          : null,
      ),
  );

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && (
        <FailureAlert
          text={failure.text}
          action={
            failure.signUp && (
              <Button asChild variant="secondary" size="sm">
                <Link to="/signup" state={{ ...state, email: typedEmail }}>
                  Sign up
                </Link>
              </Button>
            )
          }
        />
      )}
      <Field
        label="Email"
        error={errors.email?.message === MESSAGES.auth.invalidEmail ? errors.email.message : undefined}
      >
        {(field) => (
          <Input
            {...field}
            aria-invalid={errors.email ? true : undefined}
            type="email"
            autoComplete="email"
            className="h-10"
            {...register('email', { onChange: (event) => onEmail(event.target.value) })}
          />
        )}
      </Field>
      <Field
        label="Password"
        aside={
          <Link
            to="/forgot-password"
            state={{ ...state, email: typedEmail }}
            className="inline-flex min-h-6 items-center rounded-sm text-sm text-accent underline-offset-4 hover:underline"
          >
            {MESSAGES.auth.forgotPassword}
          </Link>
        }
      >
        {(field) => (
          <PasswordInput
            {...field}
            aria-invalid={errors.password ? true : undefined}
            autoComplete="current-password"
            {...register('password')}
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? 'Logging in...' : 'Log in'}
      </Button>
    </form>
  );
}
