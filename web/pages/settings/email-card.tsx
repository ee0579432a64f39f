import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { AccountView } from '#contract/account.ts';
import { ConfirmationCode, TypedEmail } from '#contract/auth.ts';
import { ACCOUNT_CALLS } from '#contract/calls/account-calls.ts';
import { MESSAGES } from '#contract/messages.ts';
import { EmailQuestion, useEmailQuestion } from '../../kit/auth/email-question.tsx';
import { SecondFactorForm } from '../../kit/auth/second-factor.tsx';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { useSession } from '../../lib/session.tsx';
import { authRequest, isSecondFactorNeeded, lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import {
  type Proof,
  ProofForm,
  SIGN_IN_METHODS_KEY,
  SignInMethodsWait,
  useSignInMethods,
} from './proof-form.tsx';
import { SESSIONS_KEY } from './sessions-card.tsx';
import { SettingsCard } from './settings-card.tsx';

/** Shows the email address, and confirms or changes it. */
export function EmailCard({ account }: { account: AccountView }) {
  const { email, emailConfirmed } = account;
  // The form for the code goes once it was right.
  const address = useRestoredFocus<HTMLParagraphElement>(emailConfirmed);
  return (
    <SettingsCard
      id="email"
      title="Email"
      help={
        emailConfirmed
          ? 'You confirmed that this address is yours.'
          : 'Confirm this address so no one else can claim it.'
      }
      aside={
        <Badge tone={emailConfirmed ? 'success' : 'warning'}>
          {emailConfirmed ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
          {emailConfirmed ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      }
    >
      <p ref={address} tabIndex={-1} className="font-medium break-all outline-none">
        {email}
      </p>
      {!emailConfirmed && <Confirmation email={email} />}
      <EmailChange current={email} emailConfirmed={emailConfirmed} />
    </SettingsCard>
  );
}

function Confirmation({ email }: { email: string }) {
  const queries = useQueryClient();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await invoke(ACCOUNT_CALLS.sendConfirmation, {});
      setSent(true);
    } catch (error) {
      setFailure(failureMessage(error));
    }
    setBusy(false);
  };
  const confirm = async (code: string) => {
    try {
      const { passwordEnded } = await invoke(ACCOUNT_CALLS.confirmEmail, { code });
      const { confirmed, confirmedPasswordEnded } = MESSAGES.settings;
      toast.success(passwordEnded ? confirmedPasswordEnded : confirmed);
    } catch (error) {
      return failureMessage(error);
    }
    await queries.invalidateQueries({ queryKey: ACCOUNT_KEY });
    await queries.invalidateQueries({ queryKey: SESSIONS_KEY });
    return null;
  };

  return (
    <div className="grid gap-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <EndsAccess />
      {sent && !failure && <Alert tone="info">{MESSAGES.settings.codeSent(email)}</Alert>}
      {sent && <CodeForm button="Confirm" onCode={confirm} />}
      <div>
        <Button variant="secondary" busy={busy} onClick={send}>
          {sent ? 'Send another code' : 'Send code'}
        </Button>
      </div>
    </div>
  );
}

function EndsAccess() {
  return <p className="max-w-[72ch] text-muted-foreground">{MESSAGES.settings.endsAccess}</p>;
}

/** Rejects the account's own address: nothing would be sent. */
export function newEmailSchema(current: string) {
  return z.object({
    email: TypedEmail.refine(
      (email) => email.toLowerCase() !== current.toLowerCase(),
      MESSAGES.settings.sameEmail,
    ),
  });
}

/** Changes the email address. The change takes effect once the new address is confirmed. */
function EmailChange({ current, emailConfirmed }: { current: string; emailConfirmed: boolean }) {
  const queries = useQueryClient();
  const { verifyMail, secondFactorNeeded } = useSession();
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const asked = useEmailQuestion();
  const { data: methods } = useSignInMethods();
  /** The new address, while we ask who is at the keyboard. */
  const [unproved, setUnproved] = useState<string | null>(null);
  const { register, handleSubmit, formState, reset, setValue } = useForm({
    resolver: zodResolver(newEmailSchema(current)),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  const withCode = methods?.twoFactor != null;
  const needsProof = methods?.passwordNeeded === true || withCode;
  const button = sentTo ? 'Send again' : needsProof ? 'Continue' : 'Send link';

  const submit = handleSubmit(async ({ email }) => {
    setFailure(null);
    if (asked.question(email)) return;
    if (needsProof) setUnproved(email);
    else setFailure(await send(email, {}));
  });
  const send = async (email: string, { currentPassword, code }: Partial<Proof>) => {
    const proof = {
      ...(currentPassword ? { current_password: currentPassword } : {}),
      ...(code ? { nonce: code } : {}),
    };
    const error = await authRequest((auth) => auth.updateUser({ email, ...proof }));
    if (error) {
      // What the session proves ends with time.
      await queries.invalidateQueries({ queryKey: SIGN_IN_METHODS_KEY });
      return authMessage(error, lastRetryAfterSeconds());
    }
    setUnproved(null);
    setSentTo(email);
    return null;
  };
  const confirm = async (code: string) => {
    try {
      await verifyMail({ type: 'email_change', email: sentTo ?? '', token: code });
    } catch (error) {
      // The change ended this session, and the next one waits for the code of the app.
      return isSecondFactorNeeded(error) ? null : authMessage(error, lastRetryAfterSeconds());
    }
    await changed();
    return null;
  };
  const changed = async () => {
    toast.success(MESSAGES.settings.emailChanged);
    setOpen(false);
    setSentTo(null);
    reset();
    await queries.invalidateQueries();
  };

  const container = useRestoredFocus<HTMLDivElement>(
    open && secondFactorNeeded ? 'code' : unproved ? 'proof' : open,
  );

  if (!open) {
    return (
      <div ref={container} tabIndex={-1} className="outline-none">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Change address
        </Button>
      </div>
    );
  }
  if (secondFactorNeeded) {
    return (
      <div ref={container} tabIndex={-1} className="grid gap-4 border-t border-border pt-4 outline-none">
        <p>Your address has been changed. To stay logged in, enter the code from your authenticator app.</p>
        <SecondFactorForm onDone={changed} onCancel={() => queries.invalidateQueries()} />
      </div>
    );
  }
  if (!methods && !sentTo) {
    return (
      <div ref={container} tabIndex={-1} className="border-t border-border pt-4 outline-none">
        <SignInMethodsWait />
      </div>
    );
  }
  if (methods?.signInNeeded && !sentTo) {
    return (
      <div ref={container} tabIndex={-1} className="border-t border-border pt-4 outline-none">
        <Alert tone="info">{MESSAGES.secondFactor.signInNeeded}</Alert>
      </div>
    );
  }
  return (
    <div ref={container} tabIndex={-1} className="grid gap-4 border-t border-border pt-4 outline-none">
      {/* The confirmation above says it, too. */}
      {emailConfirmed && <EndsAccess />}
      {failure && <Alert tone="danger">{failure}</Alert>}
      {unproved && methods && (
        <>
          <p className="break-words">
            Your new address: <span className="font-medium break-all">{unproved}</span>
          </p>
          <ProofForm
            methods={methods}
            withCode={withCode}
            button="Send link"
            onProof={(proof) => send(unproved, proof)}
            onCancel={() => setUnproved(null)}
          />
        </>
      )}
      {!unproved && (
        <form onSubmit={submit} noValidate className="grid gap-4">
          <Field label="New email address" error={errors.email?.message}>
            {(control) => (
              <div className="flex flex-wrap gap-3">
                <Input
                  {...control}
                  type="email"
                  autoComplete="email"
                  className="min-w-0 flex-1 basis-56"
                  {...register('email')}
                />
                <Button type="submit" variant="secondary" busy={isSubmitting}>
                  {button}
                </Button>
                <Button variant="ghost" onClick={() => setOpen(false)}>
                  Cancel
                </Button>
              </div>
            )}
          </Field>
          <EmailQuestion asked={asked} button={button} onUse={(email) => setValue('email', email)} />
        </form>
      )}
      {sentTo && !unproved && (
        <>
          <Alert tone="info">{MESSAGES.settings.emailChangeSent(sentTo)}</Alert>
          <CodeForm button="Change address" onCode={confirm} />
        </>
      )}
    </div>
  );
}

const CodeValues = z.object({ code: ConfirmationCode });

interface CodeFormProps {
  button: string;
  /** Resolves to an error message, or null if the code was accepted. */
  onCode: (code: string) => Promise<string | null>;
}

/** The field for an emailed code. */
function CodeForm({ button, onCode }: CodeFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(CodeValues),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ code }) => setFailure(await onCode(code)));
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="Code from the email" error={errors.code?.message}>
        {(control) => (
          <div className="flex flex-wrap gap-3">
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              className="w-40 tabular-nums"
              {...register('code')}
            />
            <Button type="submit" busy={isSubmitting}>
              {button}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
