import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { z } from 'zod';
import { ConfirmationCode, TypedEmail } from '#contract/auth.ts';
import { FIRST_SIGN_IN_CREDITS, SIGN_UP_CREDITS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { EmailQuestion, useEmailQuestion } from '../../kit/auth/email-question.tsx';
import { FailureAlert } from '../../kit/auth/failure-alert.tsx';
import { rememberEmail } from '../../kit/auth/seen-emails.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { useCardNote } from '../../lib/config.ts';
import { formatNumber } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { authRequest, lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

const LinkValues = z.object({
  email: z.string().trim().min(1, MESSAGES.auth.fillAllFields).pipe(TypedEmail),
});

/**
 * Logs in with an emailed link or code, and creates the account of a new address (spec accounts §4, New
 * users). The response is the same whether or not an account exists. `email` is what was typed so far.
 */
export function LoginLinkForm({ email, onEmail }: { email: string; onEmail(email: string): void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const asked = useEmailQuestion();
  const { register, handleSubmit, formState, setValue } = useForm({
    resolver: zodResolver(LinkValues),
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    setFailure(null);
    if (asked.question(email)) return;
    const error = await authRequest((auth) => auth.signInWithOtp({ email }));
    if (error) setFailure(authMessage(error, lastRetryAfterSeconds()));
    else setSentTo(email);
  });

  const button = sentTo ? 'Send again' : 'Email me a login link';

  return (
    <div className="grid gap-5">
      <form onSubmit={submit} noValidate className="grid gap-5">
        {failure && <FailureAlert text={failure} />}
        {sentTo && !failure && (
          <Alert tone="success" title="Check your inbox">
            {MESSAGES.auth.loginLinkSent(sentTo)}
          </Alert>
        )}
        <Field label="Email" error={errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              className="h-10"
              {...register('email', { onChange: (event) => onEmail(event.target.value) })}
            />
          )}
        </Field>
        <EmailQuestion
          asked={asked}
          button={button}
          onUse={(meant) => {
            setValue('email', meant);
            onEmail(meant);
          }}
        />
        <NewAccountNote way="The link creates" />
        <Button type="submit" size="lg" variant={sentTo ? 'secondary' : 'primary'} busy={isSubmitting}>
          {isSubmitting ? 'Sending...' : button}
        </Button>
      </form>
      {sentTo && <LoginCode key={sentTo} email={sentTo} />}
    </div>
  );
}

const CodeValues = z.object({ code: ConfirmationCode });

/** The code from the email. On success the session changes and the page redirects. */
function LoginCode({ email }: { email: string }) {
  const { verifyMail } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(CodeValues),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      await verifyMail({ type: 'email', email, token: code });
      rememberEmail(email);
      toast.success(MESSAGES.auth.loginSuccessful);
    } catch (error) {
      setFailure(authMessage(error, lastRetryAfterSeconds()));
    }
  });
  return (
    <form onSubmit={submit} noValidate className="grid gap-5 border-t border-border pt-5">
      {failure && <FailureAlert text={failure} />}
      <Field label="Code" error={errors.code?.message} hint="The 6-digit code from the email">
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="h-10 tabular-nums"
            {...register('code')}
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? 'Logging in...' : 'Log in with the code'}
      </Button>
    </form>
  );
}

/** What a person without an account gets on the login page. `way`: "This link creates". */
export function NewAccountNote({ way }: { way: string }) {
  const { state } = useLocation();
  const cardNote = useCardNote();
  return (
    <p className="text-sm text-muted-foreground">
      No account yet? {way} one with {FIRST_SIGN_IN_CREDITS} free credits. {cardNote} To get{' '}
      {formatNumber(SIGN_UP_CREDITS)} credits,{' '}
      <Link
        to="/signup"
        state={state}
        className="rounded-sm font-medium text-accent underline-offset-4 hover:underline"
      >
        create an account
      </Link>{' '}
      first.
    </p>
  );
}
