import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { z } from 'zod';
import { PersonName } from '#contract/auth.ts';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { useSession } from '../../lib/session.tsx';
import { lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { signUpMessage } from './auth-failure.ts';
import { PasswordInput } from './password-input.tsx';
import { rememberEmail } from './seen-emails.ts';

/** Rules and texts of spec accounts §5; the server checks the same again. */
const SignUpValues = z.object({
  name: PersonName,
  email: z.string().trim().pipe(z.email(MESSAGES.auth.invalidEmail)),
  password: z
    .string()
    .min(PASSWORD_MIN_CHARS, MESSAGES.auth.shortPassword)
    .max(PASSWORD_MAX_CHARS, `Password must be at most ${PASSWORD_MAX_CHARS} characters`),
});

/** Makes an account. On success the session changes; the page around it moves on. */
export function SignupForm() {
  const { signUp } = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(SignUpValues),
    defaultValues: { name: '', email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(
    async ({ name, email, password }) => {
      setFailure(null);
      try {
        await signUp(name, email, password);
        rememberEmail(email);
        toast.success(MESSAGES.auth.accountCreated);
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
