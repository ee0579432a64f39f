import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { MESSAGES } from '#contract/messages.ts';
import { SecondFactorCode } from '#contract/sign-in.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { useSession } from '../../lib/session.tsx';
import { lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { OperatorContact } from '../operator-contact.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { rememberEmail } from './seen-emails.ts';

const CodeValues = z.object({ code: SecondFactorCode });

interface SecondFactorFormProps {
  onDone?: () => Promise<void>;
  /** after the login was dropped */
  onCancel?: () => void;
}

/** The second step of a login: the code of the authenticator app, or a recovery code. */
export function SecondFactorForm({ onDone, onCancel }: SecondFactorFormProps) {
  const { enterSecondFactor, cancelSecondFactor } = useSession();
  const [recovery, setRecovery] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, reset, setFocus } = useForm({
    resolver: zodResolver(CodeValues),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      rememberEmail(await enterSecondFactor(code));
      if (onDone) await onDone();
      else toast.success(MESSAGES.auth.loginSuccessful);
    } catch (error) {
      setFailure(authMessage(error, lastRetryAfterSeconds()));
      reset();
      setFocus('code');
    }
  });
  const swap = () => {
    setRecovery(!recovery);
    setFailure(null);
    reset();
    setFocus('code');
  };

  const cancel = () => {
    cancelSecondFactor();
    onCancel?.();
  };

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && <FailureAlert text={failure} />}
      <Field
        key={String(recovery)}
        label={recovery ? 'Recovery code' : 'Code'}
        error={errors.code?.message}
        hint={recovery ? 'One of the codes you saved. Each works once.' : 'The 6 digits your app shows now'}
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            inputMode={recovery ? 'text' : 'numeric'}
            autoComplete={recovery ? 'off' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            className="h-10 tabular-nums"
            {...register('code')}
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        {isSubmitting ? 'Logging in...' : 'Log in'}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        <Button variant="link" size="inline" onClick={swap}>
          {recovery ? 'Use your app instead' : 'Use a recovery code'}
        </Button>
        <Button variant="link" size="inline" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The second step of a login, as a page. */
export function SecondFactorPage() {
  return (
    <AuthFrame
      title="Enter your code"
      help="Open your authenticator app and enter its code for Leadwell."
      footer={
        <>
          Lost your app and your recovery codes? <OperatorContact />
        </>
      }
    >
      <SecondFactorForm />
    </AuthFrame>
  );
}
