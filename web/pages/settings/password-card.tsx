import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { AccountView } from '#contract/account.ts';
import { NewPassword } from '#contract/auth.ts';
import { PASSWORD_MIN_CHARS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { authRequest, lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SIGN_IN_METHODS_KEY, useSignInMethods } from './proof-form.tsx';
import { SESSIONS_KEY } from './sessions-card.tsx';
import { SettingsCard } from './settings-card.tsx';

const SetValues = z.object({ current: z.string(), password: NewPassword });
const ChangeValues = z.object({
  current: z.string().min(1, 'Please enter your current password'),
  password: NewPassword,
});

/** Changes the password, or sets the first one. */
export function PasswordCard({ account: { hasPassword, passwordEnded, email } }: { account: AccountView }) {
  const { data: methods } = useSignInMethods();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(hasPassword ? ChangeValues : SetValues),
    defaultValues: { current: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ current, password }) => {
    setFailure(null);
    const error = await authRequest((auth) =>
      auth.updateUser({ password, ...(hasPassword ? { current_password: current } : {}) }),
    );
    if (error) {
      setFailure(authMessage(error, lastRetryAfterSeconds()));
      // What the session proves ends with time.
      await queries.invalidateQueries({ queryKey: SIGN_IN_METHODS_KEY });
      return;
    }
    reset();
    toast.success(MESSAGES.auth.passwordChanged);
    await queries.invalidateQueries({ queryKey: ACCOUNT_KEY });
    await queries.invalidateQueries({ queryKey: SIGN_IN_METHODS_KEY });
    await queries.invalidateQueries({ queryKey: SESSIONS_KEY });
  });

  // Whose password the server just removed has proved who they are.
  const mustLogIn = !hasPassword && !passwordEnded && methods?.signInNeeded === true;

  return (
    <SettingsCard
      id="password"
      title="Password"
      help={
        hasPassword
          ? 'Changing your password logs out all your other sessions.'
          : "You don't have a password yet. Set one to log in with your email and password."
      }
    >
      {mustLogIn ? (
        <Alert tone="info">{MESSAGES.secondFactor.signInNeeded}</Alert>
      ) : (
        <form onSubmit={submit} noValidate className="grid gap-4">
          {failure && <Alert tone="danger">{failure}</Alert>}
          {/* Tells password managers which account this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {hasPassword && (
              <Field label="Current password" error={errors.current?.message}>
                {(control) => (
                  <PasswordInput {...control} autoComplete="current-password" {...register('current')} />
                )}
              </Field>
            )}
            <Field
              label="New password"
              error={errors.password?.message}
              hint={`At least ${PASSWORD_MIN_CHARS} characters`}
            >
              {(control) => (
                <PasswordInput {...control} autoComplete="new-password" {...register('password')} />
              )}
            </Field>
          </div>
          <div>
            <Button type="submit" variant="secondary" busy={isSubmitting}>
              {hasPassword ? 'Change password' : 'Set password'}
            </Button>
          </div>
        </form>
      )}
    </SettingsCard>
  );
}
