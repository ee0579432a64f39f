import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { AccountView } from '#contract/account.ts';
import { PersonName, PersonPhone } from '#contract/auth.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { authMessage } from '../../lib/auth-failure.ts';
import { lastRetryAfterSeconds, supabase } from '../../lib/supabase.ts';
import { toast } from '../../lib/toast.ts';
import { useFormDraft } from '../../lib/use-form-draft.ts';
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
    defaultValues: { name: account.name, phone: account.phone ?? '' },
  });
  const { register, handleSubmit, formState, reset } = form;
  const { errors, isSubmitting } = formState;
  useFormDraft(form, `profile ${account.id}`);

  const submit = handleSubmit(async ({ name, phone }) => {
    setFailure(null);
    const { error } = await (await supabase()).auth.updateUser({ data: { name, phoneNumber: phone } });
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
