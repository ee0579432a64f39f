import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { CallError } from '#contract/errors.ts';
import {
  NewWebhook,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  WEBHOOK_OLD_KEYS_HOURS,
  type WebhookView,
} from '#contract/webhooks.ts';
import { CheckList } from '../../kit/check-list.tsx';
import { NewSecret } from '../../kit/new-secret.tsx';
import { type Attempt, attemptFor } from '../../lib/attempt.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { WEBHOOKS_KEY } from './use-webhooks.ts';

/** What the dialog does. `secret`: shows a new secret, once. */
type Mode =
  | { kind: 'create' }
  | { kind: 'edit'; webhook: WebhookView }
  | { kind: 'secret'; secret: string; created?: true };

export interface WebhookDialogProps {
  /** null closes it. */
  mode: Mode | null;
  onMode: (mode: Mode | null) => void;
}

/** Creates or edits a webhook, and shows a new secret once. */
export default function WebhookDialog({ mode, onMode }: WebhookDialogProps) {
  // What it showed stays while the dialog fades out.
  const [shown, setShown] = useState(mode);
  useEffect(() => {
    if (mode) setShown(mode);
  }, [mode]);
  const close = () => onMode(null);
  return (
    <Dialog
      open={mode !== null}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={
        shown?.kind === 'secret'
          ? 'Copy your signing secret'
          : shown?.kind === 'edit'
            ? 'Edit the webhook'
            : 'Create a webhook'
      }
      help={
        shown?.kind !== 'secret'
          ? 'We send each event to this address, signed, until your program answers with a 2xx status.'
          : shown.created
            ? "Your program checks signatures with it. Copy it now: we can't show it again."
            : `For ${WEBHOOK_OLD_KEYS_HOURS} hours, the old secret signs, too. Copy the new one now: we can't show it again.`
      }
      insistent={shown?.kind === 'secret'}
    >
      {shown?.kind === 'secret' ? (
        <NewSecret label="Signing secret" noun="secret" value={shown.secret} onDone={close} />
      ) : (
        shown && (
          <WebhookForm
            webhook={shown.kind === 'edit' ? shown.webhook : null}
            onDone={(secret) => onMode(secret === null ? null : { kind: 'secret', secret, created: true })}
          />
        )
      )}
    </Dialog>
  );
}

function WebhookForm({
  webhook,
  onDone,
}: {
  webhook: WebhookView | null;
  /** with the secret of a new webhook */
  onDone: (secret: string | null) => void;
}) {
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(NewWebhook),
    defaultValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: webhook?.events ?? ['task.completed' as const],
    },
  });
  const { errors, isSubmitting } = formState;
  const last = useRef<Attempt | null>(null);

  const submit = handleSubmit(async (values) => {
    setFailure(null);
    try {
      if (webhook) {
        await invoke(WEBHOOK_CALLS.webhookChange, { id: webhook.id, ...values });
        onDone(null);
      } else {
        last.current = attemptFor([JSON.stringify(values)], last.current, () => crypto.randomUUID());
        const idempotencyKey = last.current.key;
        onDone((await invoke(WEBHOOK_CALLS.webhookCreate, values, { idempotencyKey })).secret);
      }
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    } catch (error) {
      // What the key made is gone: the next click makes another one.
      if (error instanceof CallError && error.code === 'conflict') last.current = null;
      setFailure(failureMessage(error));
    }
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Field label="Address" error={errors.url?.message}>
        {(control) => (
          <Input
            {...control}
            type="url"
            autoComplete="off"
            placeholder="https://example.com/webhooks"
            {...register('url')}
          />
        )}
      </Field>
      <Field label="Name (optional)" error={errors.name?.message} hint="Where it leads, like “CRM sync”">
        {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
      </Field>
      <CheckList
        legend="Events"
        options={WEBHOOK_EVENT_TYPES.map((type) => ({
          value: type,
          label: type,
          help: WEBHOOK_EVENTS[type],
        }))}
        field={register('events')}
        error={errors.events?.message}
      />
      <DialogFooter>
        <Button variant="secondary" onClick={() => onDone(null)}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting}>
          {webhook ? 'Save changes' : 'Create webhook'}
        </Button>
      </DialogFooter>
    </form>
  );
}
