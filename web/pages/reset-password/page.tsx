import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { ConfirmationCode, NewPassword, TypedEmail } from '#contract/auth.ts';
import { PASSWORD_MIN_CHARS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { AuthFrame, AuthLink } from '../../kit/auth/auth-frame.tsx';
import { FailureAlert } from '../../kit/auth/failure-alert.tsx';
import { SecondFactorForm } from '../../kit/auth/second-factor.tsx';
import { carriedEmail } from '../../kit/auth/seen-emails.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { returnPath } from '../../lib/origin.ts';
import { type MailProof, useSession } from '../../lib/session.tsx';
import { isSecondFactorNeeded, lastRetryAfterSeconds, supabase } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { resetPassword } from './page.ts';

/** The page that links in password reset emails open. */
export function Component() {
  const { state } = useLocation();
  return (
    <AuthFrame
      title={resetPassword.title}
      help={resetPassword.description}
      footer={
        <>
          Link not working?{' '}
          <AuthLink to="/forgot-password" state={state}>
            Request a new one
          </AuthLink>
        </>
      }
    >
      <ResetForm />
    </AuthFrame>
  );
}

const ByLink = z.object({ email: z.string(), code: z.string(), password: NewPassword });
const ByCode = z.object({
  email: TypedEmail,
  code: ConfirmationCode,
  password: NewPassword,
});

/**
 * Sets a new password with an emailed link or code. Submitting the form uses up the link; opening it doesn't.
 */
function ResetForm() {
  const { verifyMail, secondFactorNeeded } = useSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { state } = useLocation();
  const link = query.get('token_hash');
  const verified = useRef(false);
  const [failure, setFailure] = useState<{ text: string; proof: boolean } | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(link ? ByLink : ByCode),
    defaultValues: { email: carriedEmail(state), code: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email, code, password }) => {
    setFailure(null);
    let userId: string;
    const proof: MailProof = link
      ? { type: 'recovery', token_hash: link }
      : { type: 'recovery', email, token: code };
    try {
      // A link or code works once. After a rejected password, the user retries without a new email.
      if (!verified.current) await verifyMail(proof);
      verified.current = true;
      const { data, error } = await (await supabase()).auth.updateUser({ password });
      if (error) throw error;
      userId = data.user.id;
    } catch (error) {
      if (isSecondFactorNeeded(error)) return;
      setFailure({ text: authMessage(error, lastRetryAfterSeconds()), proof: !verified.current });
      return;
    }
    toast.success(MESSAGES.auth.passwordReset);
    await navigate(returnPath(state, userId), { replace: true });
  });

  if (secondFactorNeeded) {
    return (
      <SecondFactorForm
        onDone={async () => {
          verified.current = true;
          await submit();
        }}
      />
    );
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && (
        <FailureAlert
          text={failure.text}
          action={
            failure.proof && (
              <Button asChild variant="secondary" size="sm">
                <Link to="/forgot-password" state={state}>
                  Request a new one
                </Link>
              </Button>
            )
          }
        />
      )}
      {!link && (
        <>
          <Field label="Email" error={errors.email?.message}>
            {(control) => (
              <Input {...control} type="email" autoComplete="email" className="h-10" {...register('email')} />
            )}
          </Field>
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
        </>
      )}
      <Field
        label="New password"
        error={errors.password?.message}
        hint={`At least ${PASSWORD_MIN_CHARS} characters`}
      >
        {(control) => <PasswordInput {...control} autoComplete="new-password" {...register('password')} />}
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? 'Saving...' : 'Set new password'}
      </Button>
    </form>
  );
}
