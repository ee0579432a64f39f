import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useLocation } from 'react-router';
import { z } from 'zod';
import { NewPassword, PersonName, TypedEmail } from '#contract/auth.ts';
import { ACCOUNT_CALLS } from '#contract/calls/account-calls.ts';
import { PASSWORD_MIN_CHARS, SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { AuthFrame, AuthLink } from '../../kit/auth/auth-frame.tsx';
import { EmailQuestion, useEmailQuestion } from '../../kit/auth/email-question.tsx';
import { OrDivider, ProviderButtons } from '../../kit/auth/provider-buttons.tsx';
import { SecondFactorPage } from '../../kit/auth/second-factor.tsx';
import { rememberEmail, typedBefore } from '../../kit/auth/seen-emails.ts';
import { signUpMessage } from '../../lib/auth-failure.ts';
import { invoke } from '../../lib/calls.ts';
import { clientConfig, useCardNote } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';
import { returnPath } from '../../lib/origin.ts';
import { useSession } from '../../lib/session.tsx';
import { lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { signup } from './page.ts';

export function Component() {
  const { user, loading, secondFactorNeeded } = useSession();
  const { state } = useLocation();
  const cardNote = useCardNote();
  if (loading) return <PageLoading />;
  if (user) return <Navigate to={returnPath(state, user.id)} replace />;
  if (secondFactorNeeded) return <SecondFactorPage />;
  return (
    <AuthFrame
      title={signup.title}
      help={`Get ${formatNumber(SIGN_UP_CREDITS)} free credits and a ${TRIAL_DAYS}-day trial. ${cardNote}`}
      newAccount
      footer={
        <>
          Already have an account?{' '}
          <AuthLink to="/login" state={state}>
            Log in
          </AuthLink>
        </>
      }
    >
      <SignupForm />
      {clientConfig().providers.length > 0 && (
        <>
          <OrDivider />
          <div className="grid gap-3">
            <ProviderButtons intent="sign-up" />
          </div>
        </>
      )}
    </AuthFrame>
  );
}

/** Rules and messages of spec accounts §5; the server validates again. */
const SignUpValues = z.object({
  name: PersonName,
  email: TypedEmail,
  password: NewPassword,
});

/**
 * An address that had an account before gets no free credits, so the welcome message must not promise any; a warning of
 * the dashboard says why. If a card is needed to use them, it says so.
 */
async function welcome(): Promise<string> {
  const account = await invoke(ACCOUNT_CALLS.account, {}).catch(() => null);
  if (account?.credits === 0) return MESSAGES.auth.accountCreatedAgain;
  return account?.trialRequiresCard ? MESSAGES.auth.accountCreatedCardNext : MESSAGES.auth.accountCreated;
}

/** The sign-up form. On success the session changes and the page redirects. */
function SignupForm() {
  const { signUp } = useSession();
  const { state } = useLocation();
  const [failure, setFailure] = useState<string | null>(null);
  const asked = useEmailQuestion();
  const { register, handleSubmit, formState, setValue } = useForm({
    resolver: zodResolver(SignUpValues),
    defaultValues: { name: '', email: typedBefore(state), password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(
    async ({ name, email, password }) => {
      setFailure(null);
      if (asked.question(email)) return;
      try {
        await signUp(name, email, password);
        rememberEmail(email);
        toast.success(await welcome());
      } catch (error) {
        setFailure(signUpMessage(error, lastRetryAfterSeconds()));
      }
    },
    () => setFailure(null),
  );

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="name" className="h-10" {...register('name')} />}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input {...control} type="email" autoComplete="email" className="h-10" {...register('email')} />
        )}
      </Field>
      <EmailQuestion asked={asked} button="Create Account" onUse={(email) => setValue('email', email)} />
      <Field
        label="Password"
        error={errors.password?.message}
        hint={`At least ${PASSWORD_MIN_CHARS} characters`}
      >
        {(control) => <PasswordInput {...control} autoComplete="new-password" {...register('password')} />}
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
