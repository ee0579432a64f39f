import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { z } from 'zod';
import { MESSAGES } from '#contract/messages.ts';
import { FailureText } from '../../kit/auth/failure-text.tsx';
import { rememberEmail } from '../../kit/auth/seen-emails.ts';
import { isNotRegistered, signInMessage } from '../../lib/auth-failure.ts';
import { useSession } from '../../lib/session.tsx';
import { lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';

const LoginValues = z.object({
  email: z.string().trim().min(1, MESSAGES.auth.fillAllFields).pipe(z.email(MESSAGES.auth.invalidEmail)),
  password: z.string().min(1, MESSAGES.auth.fillAllFields),
});

/** The login form. On success the session changes and the page redirects. `email` is what was typed so far. */
export function LoginForm({ email: typedEmail, onEmail }: { email: string; onEmail(email: string): void }) {
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
        <Alert
          tone="danger"
          action={
            failure.signUp && (
              <Button asChild variant="secondary" size="sm">
                <Link to="/signup" state={{ ...state, email: typedEmail }}>
                  Sign up
                </Link>
              </Button>
            )
          }
        >
          <FailureText text={failure.text} />
        </Alert>
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
