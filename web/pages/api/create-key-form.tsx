import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { API_SCOPE_LABELS, API_SCOPE_TEXTS, API_SCOPES, NewApiKey } from '#contract/api-keys.ts';
import { CALLS } from '#contract/calls.ts';
import { invoke, messageOf } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { endOfDay, tomorrow } from './expiry-date.ts';

/** The fields as the form holds them: an empty budget or date means none. */
const Values = z.object({
  name: NewApiKey.shape.name,
  scopes: NewApiKey.shape.scopes,
  budget: z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : Number(text.replaceAll(',', ''))))
    .pipe(NewApiKey.shape.monthlyBudget.unwrap()),
  expires: z
    .string()
    .refine((day) => day === '' || day >= tomorrow(new Date()), 'Choose a date in the future'),
});

const DEFAULTS: z.input<typeof Values> = { name: '', scopes: ['read'], budget: '', expires: '' };

interface CreateKeyFormProps {
  onCreated: (key: string) => void;
  onCancel: () => void;
}

/** The name, permissions, budget and expiry of a new key. */
export function CreateKeyForm({ onCreated, onCancel }: CreateKeyFormProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Values),
    defaultValues: DEFAULTS,
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ name, scopes, budget, expires }) => {
    setFailure(null);
    try {
      const { key } = await invoke(CALLS.createApiKey, {
        name,
        scopes,
        monthlyBudget: budget,
        expiresAt: expires ? endOfDay(expires) : null,
      });
      onCreated(key);
    } catch (error) {
      setFailure(messageOf(error));
    }
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="Name" error={errors.name?.message} hint="Where you'll use the key, like “CRM sync”">
        {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
      </Field>
      <fieldset aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
        <legend className="mb-1.5 font-medium">Permissions</legend>
        <div className="grid gap-2">
          {API_SCOPES.map((scope) => (
            <label key={scope} className="flex items-start gap-2.5">
              <input
                type="checkbox"
                value={scope}
                className="mt-0.5 size-4 shrink-0 accent-accent"
                {...register('scopes')}
              />
              <span>
                <span className="font-medium">{API_SCOPE_LABELS[scope]}</span>
                <span className="block text-sm text-muted-foreground">{API_SCOPE_TEXTS[scope]}</span>
              </span>
            </label>
          ))}
        </div>
        {errors.scopes && (
          <p id="scopes-error" className="mt-1.5 text-sm text-danger">
            {errors.scopes.message}
          </p>
        )}
      </fieldset>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Monthly budget (optional)"
          error={errors.budget?.message}
          hint="Credits per calendar month (UTC)"
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              placeholder="No budget"
              autoComplete="off"
              {...register('budget')}
            />
          )}
        </Field>
        <Field label="Expires (optional)" error={errors.expires?.message} hint="At the end of this day">
          {(control) => (
            <Input {...control} type="date" min={tomorrow(new Date())} {...register('expires')} />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Create key
        </Button>
      </div>
    </form>
  );
}
