import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { API_SCOPE_LABELS, API_SCOPE_TEXTS, API_SCOPES, NewApiKey } from '#contract/api-keys.ts';
import { API_KEY_CALLS } from '#contract/calls/api-key-calls.ts';
import { CallError } from '#contract/errors.ts';
import { CheckList } from '../../kit/check-list.tsx';
import { dayAfter, endOfDay } from '../../kit/expiry-day.ts';
import { NewSecret } from '../../kit/new-secret.tsx';
import { type Attempt, attemptFor } from '../../lib/attempt.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { BudgetField, BudgetText } from './budget-field.tsx';
import { API_KEYS_KEY } from './use-api-keys.ts';

export interface CreateKeyDialogProps {
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Creates an API key and shows it once: it opens again for a key that comes after it was closed. */
export default function CreateKeyDialog({ open, onOpen }: CreateKeyDialogProps) {
  const queries = useQueryClient();
  const [created, setCreated] = useState<string | null>(null);
  const close = () => {
    onOpen(false);
    setCreated(null);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close();
      }}
      title={created ? 'Copy your API key' : 'Create an API key'}
      help={
        created
          ? "Copy it now and keep it in a safe place. We don't store it, so we can't show it again."
          : 'Each program should have its own key, with only the permissions it needs.'
      }
      insistent={created !== null}
    >
      {created ? (
        <NewSecret label="API key" noun="key" value={created} onDone={close} />
      ) : (
        <CreateKeyForm
          onCancel={close}
          onCreated={(key) => {
            setCreated(key);
            onOpen(true);
            void queries.invalidateQueries({ queryKey: API_KEYS_KEY });
          }}
        />
      )}
    </Dialog>
  );
}

/** The fields as the form holds them: an empty date means none. */
const Values = z.object({
  name: NewApiKey.shape.name,
  scopes: NewApiKey.shape.scopes,
  budget: BudgetText,
  expires: z
    .string()
    .refine((day) => day === '' || day >= dayAfter(new Date(), 1), 'Choose a date in the future'),
});

const DEFAULTS: z.input<typeof Values> = { name: '', scopes: ['read'], budget: '', expires: '' };

function CreateKeyForm({ onCreated, onCancel }: { onCreated: (key: string) => void; onCancel: () => void }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Values),
    defaultValues: DEFAULTS,
  });
  const { errors, isSubmitting } = formState;
  const last = useRef<Attempt | null>(null);

  const submit = handleSubmit(async ({ name, scopes, budget, expires }) => {
    setFailure(null);
    try {
      const wanted = { name, scopes, monthlyBudget: budget, expiresAt: expires ? endOfDay(expires) : null };
      last.current = attemptFor([JSON.stringify(wanted)], last.current, () => crypto.randomUUID());
      const idempotencyKey = last.current.key;
      const { key } = await invoke(API_KEY_CALLS.createApiKey, wanted, { idempotencyKey });
      onCreated(key);
    } catch (error) {
      // What the key made is gone: the next click makes another one.
      if (error instanceof CallError && error.code === 'conflict') last.current = null;
      setFailure(failureMessage(error));
    }
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="Name" error={errors.name?.message} hint="Where you'll use the key, like “CRM sync”">
        {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
      </Field>
      <CheckList
        legend="Permissions"
        options={API_SCOPES.map((scope) => ({
          value: scope,
          label: API_SCOPE_LABELS[scope],
          help: API_SCOPE_TEXTS[scope],
        }))}
        field={register('scopes')}
        error={errors.scopes?.message}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <BudgetField field={register('budget')} error={errors.budget?.message} />
        <Field label="Expires (optional)" error={errors.expires?.message} hint="At the end of this day">
          {(control) => (
            <Input {...control} type="date" min={dayAfter(new Date(), 1)} {...register('expires')} />
          )}
        </Field>
      </div>
      <DialogFooter>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          Create key
        </Button>
      </DialogFooter>
    </form>
  );
}
