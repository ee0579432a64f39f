import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { MESSAGES } from '#contract/messages.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { useSession } from '../../lib/session.tsx';
import { lastRetryAfterSeconds, supabase } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import { CodeForm } from './code-form.tsx';

/** Rejects the account's own address: nothing would be sent. */
export function newEmailSchema(current: string) {
  return z.object({
    email: z
      .string()
      .trim()
      .pipe(z.email(MESSAGES.auth.invalidEmail))
      .refine((email) => email.toLowerCase() !== current.toLowerCase(), MESSAGES.settings.sameEmail),
  });
}

/** Changes the email address. The change takes effect once the new address is confirmed. */
export function EmailChange({ current }: { current: string }) {
  const queries = useQueryClient();
  const { verifyMail } = useSession();
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(newEmailSchema(current)),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ email }) => {
    setFailure(null);
    const { error } = await (await supabase()).auth.updateUser({ email });
    if (error) setFailure(authMessage(error, lastRetryAfterSeconds()));
    else setSentTo(email);
  });
  const confirm = async (code: string) => {
    try {
      await verifyMail({ type: 'email_change', email: sentTo ?? '', token: code });
    } catch (error) {
      return authMessage(error, lastRetryAfterSeconds());
    }
    toast.success(MESSAGES.settings.emailChanged);
    setOpen(false);
    setSentTo(null);
    reset();
    await queries.invalidateQueries();
    return null;
  };

  const container = useRestoredFocus<HTMLDivElement>(open);

  if (!open) {
    return (
      <div ref={container} tabIndex={-1} className="outline-none">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Change address
        </Button>
      </div>
    );
  }
  return (
    <div ref={container} tabIndex={-1} className="grid gap-4 border-t border-border pt-4 outline-none">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <form onSubmit={submit} noValidate>
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
                {sentTo ? 'Send again' : 'Send link'}
              </Button>
              <Button variant="ghost" onClick={() => setOpen(false)}>
                Cancel
              </Button>
            </div>
          )}
        </Field>
      </form>
      {sentTo && (
        <>
          <Alert tone="info">{MESSAGES.settings.emailChangeSent(sentTo)}</Alert>
          <CodeForm button="Change address" onCode={confirm} />
        </>
      )}
    </div>
  );
}
