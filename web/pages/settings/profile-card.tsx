import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { z } from 'zod';
import type { AccountView } from '#contract/account.ts';
import { PersonName, PersonPhone } from '#contract/auth.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { authRequest, lastRetryAfterSeconds } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { SettingsCard } from './settings-card.tsx';

const ProfileValues = z.object({ name: PersonName, phone: PersonPhone });

export function ProfileCard({ account }: { account: AccountView }) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(ProfileValues),
    // Another tab or device may change the profile meanwhile. What is typed here stays.
    values: { name: account.name, phone: account.phone ?? '' },
    resetOptions: { keepDirtyValues: true },
  });
  const { register, handleSubmit, formState, reset } = form;
  const { errors, isSubmitting, dirtyFields } = formState;
  useFormDraft(form, `profile ${account.id}`);

  const submit = handleSubmit(async ({ name, phone }) => {
    setFailure(null);
    // A field that wasn't changed here may have been changed elsewhere.
    const data = {
      ...(dirtyFields.name && { name }),
      ...(dirtyFields.phone && { phoneNumber: phone }),
    };
    const error = await authRequest((auth) => auth.updateUser({ data }));
    if (error) {
      setFailure(authMessage(error, lastRetryAfterSeconds()));
      return;
    }
    reset({ name, phone: phone ?? '' });
    toast.success(MESSAGES.settings.saved);
    await queries.invalidateQueries({ queryKey: ACCOUNT_KEY });
  });

  return (
    <SettingsCard id="profile" title="Profile" help="Your name and phone number.">
      <form onSubmit={submit} noValidate className="grid gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="Name" error={errors.name?.message}>
            {(control) => <Input {...control} autoComplete="name" {...register('name')} />}
          </Field>
          <Field label="Phone" error={errors.phone?.message}>
            {(control) => <Input {...control} type="tel" autoComplete="tel" {...register('phone')} />}
          </Field>
        </div>
        <div>
          <Button type="submit" busy={isSubmitting}>
            Save profile
          </Button>
        </div>
      </form>
    </SettingsCard>
  );
}

/** In memory only, because drafts may be personal. */
const drafts = new Map<string, FieldValues>();

/**
 * Keeps the unsaved values of a form while its page is closed, for example during a login after the session
 * ended. `key` identifies the form and the account.
 */
function useFormDraft<Values extends FieldValues>(
  { formState: { isDirty }, getValues, reset }: UseFormReturn<Values>,
  key: string,
): void {
  const dirty = useRef(isDirty);
  useEffect(() => {
    dirty.current = isDirty;
  }, [isDirty]);
  useEffect(() => {
    const draft = drafts.get(key);
    if (draft) reset(draft as Values, { keepDefaultValues: true });
    return () => {
      if (dirty.current) drafts.set(key, getValues());
      else drafts.delete(key);
    };
  }, [key, getValues, reset]);
}
