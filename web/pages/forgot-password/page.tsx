import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { z } from 'zod';
import { TypedEmail } from '#contract/auth.ts';
import { MESSAGES } from '#contract/messages.ts';
import { AuthFrame, AuthLink } from '../../kit/auth/auth-frame.tsx';
import { carriedEmail } from '../../kit/auth/seen-emails.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { authRequest, lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { forgotPassword } from './page.ts';

export function Component() {
  const { state } = useLocation();
  return (
    <AuthFrame
      title={forgotPassword.title}
      help={forgotPassword.description}
      footer={
        <>
          Remember your password?{' '}
          <AuthLink to="/login" state={state}>
            Log in
          </AuthLink>
        </>
      }
    >
      <ForgotForm />
    </AuthFrame>
  );
}

const ForgotValues = z.object({
  email: z.string().trim().min(1, MESSAGES.auth.fillAllFields).pipe(TypedEmail),
});

/** Requests a password reset email. The response is the same whether or not an account exists. */
function ForgotForm() {
  const { state } = useLocation();
  const [failure, setFailure] = useState<string | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ForgotValues),
    defaultValues: { email: carriedEmail(state) },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    setFailure(null);
    const error = await authRequest((auth) => auth.resetPasswordForEmail(email));
    if (error) setFailure(authMessage(error, lastRetryAfterSeconds()));
    else setSentTo(email);
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      {sentTo && !failure && (
        <Alert tone="success" title="Check your inbox">
          {MESSAGES.auth.resetSent(sentTo)}
        </Alert>
      )}
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <Input {...control} type="email" autoComplete="email" className="h-10" {...register('email')} />
        )}
      </Field>
      <Button type="submit" size="lg" variant={sentTo ? 'secondary' : 'primary'} busy={isSubmitting}>
        {isSubmitting ? 'Sending...' : sentTo ? 'Send again' : 'Send reset link'}
      </Button>
      {sentTo && (
        <Button asChild size="lg">
          <Link to="/reset-password" state={{ ...state, email: sentTo }}>
            Enter the code from the email
          </Link>
        </Button>
      )}
    </form>
  );
}
