import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { SIGN_IN_CALLS } from '#contract/calls/sign-in-calls.ts';
import { MESSAGES } from '#contract/messages.ts';
import { SecondFactorCode, type SignInMethods } from '#contract/sign-in.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export interface Proof {
  currentPassword?: string;
  code: string;
}

interface ProofFormProps {
  methods: SignInMethods;
  /** Asks for a code of the app or a recovery code, too. */
  withCode: boolean;
  button: string;
  danger?: boolean;
  /** Resolves to an error message, or null if it was done. */
  onProof: (proof: Proof) => Promise<string | null>;
  onCancel: () => void;
}

/** Asks who is at the keyboard before a change of how the account logs in. */
export function ProofForm({ methods, withCode, button, danger, onProof, onCancel }: ProofFormProps) {
  const { passwordNeeded, signInNeeded } = methods;
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(
      z.object({
        currentPassword: z.string().min(passwordNeeded ? 1 : 0, MESSAGES.auth.fillAllFields),
        code: withCode ? SecondFactorCode : z.string(),
      }),
    ),
    defaultValues: { currentPassword: '', code: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ currentPassword, code }) => {
    setFailure(null);
    setFailure(await onProof({ code, ...(passwordNeeded ? { currentPassword } : {}) }));
  });
  if (signInNeeded) return <Alert tone="info">{MESSAGES.secondFactor.signInNeeded}</Alert>;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      {(passwordNeeded || withCode) && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {passwordNeeded && (
            <Field label="Your current password" error={errors.currentPassword?.message}>
              {(control) => (
                <PasswordInput
                  {...control}
                  autoFocus
                  autoComplete="current-password"
                  {...register('currentPassword')}
                />
              )}
            </Field>
          )}
          {withCode && (
            <Field
              label="Code"
              error={errors.code?.message}
              hint="The 6 digits from your app, or a recovery code"
            >
              {(control) => (
                <Input
                  {...control}
                  autoFocus={!passwordNeeded}
                  autoComplete="one-time-code"
                  autoCapitalize="none"
                  spellCheck={false}
                  className="h-10 tabular-nums"
                  {...register('code')}
                />
              )}
            </Field>
          )}
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isSubmitting}>
          {button}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

export const SIGN_IN_METHODS_KEY = ['sign-in-methods'] as const;

/** How the account logs in. */
export function useSignInMethods() {
  return useQuery({
    queryKey: SIGN_IN_METHODS_KEY,
    queryFn: ({ signal }) => invoke(SIGN_IN_CALLS.signInMethods, {}, { signal }),
  });
}

/** Takes the place of a form until it's known how the account logs in. */
export function SignInMethodsWait() {
  const { error, isFetching, refetch } = useSignInMethods();
  if (!error) return <Skeleton className="h-9 w-40" />;
  return (
    <LoadFailure title="We couldn't load your login settings" busy={isFetching} onRetry={() => refetch()}>
      {failureMessage(error)}
    </LoadFailure>
  );
}
