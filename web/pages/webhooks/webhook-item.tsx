import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react';
import type { Call } from '#contract/call.ts';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { CallError } from '#contract/errors.ts';
import { WEBHOOK_FAILING_DAYS, WEBHOOK_OLD_KEYS_HOURS, type WebhookView } from '#contract/webhooks.ts';
import { RotateButton } from '../../kit/rotate-button.tsx';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { useRepeatKey } from '../../lib/use-repeat-key.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { deliveriesKey, WEBHOOKS_KEY } from './use-webhooks.ts';

const DISABLED: Readonly<Record<NonNullable<WebhookView['disabledReason']>, string>> = {
  user: 'You disabled it.',
  gone: 'It answered that it is gone (410).',
  failing: `For ${WEBHOOK_FAILING_DAYS} days, nothing reached it.`,
  access: 'It was disabled when all access to your account was ended.',
};

interface WebhookItemProps {
  webhook: WebhookView;
  onEdit: () => void;
  onLog: () => void;
  /** with the new secret */
  onRotated: (secret: string) => void;
  onDelete: () => void;
}

/** A webhook, its state, and what can be done with it. */
export function WebhookItem({ webhook, onEdit, onLog, onRotated, onDelete }: WebhookItemProps) {
  const { id, name, url, events, publicKey, oldKeysUntil, failingSince, disabledReason } = webhook;
  const test = useWebhookChange(WEBHOOK_CALLS.webhookTest, 'A test is on its way. See the log.', id);
  const change = useWebhookChange(WEBHOOK_CALLS.webhookChange, 'The webhook was changed.', id);
  const rotate = useWebhookChange(WEBHOOK_CALLS.webhookRotate, 'The secret was changed.', id);
  const enabled = disabledReason === null;
  return (
    <li className="grid gap-3 p-4 md:px-5">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <h3 className="min-w-0 truncate text-base font-semibold">{name}</h3>
        {!enabled ? (
          <Badge>
            <CircleSlash aria-hidden />
            Disabled
          </Badge>
        ) : failingSince ? (
          <Badge tone="warning">
            <CircleAlert aria-hidden />
            Failing
          </Badge>
        ) : (
          <Badge tone="success">
            <CircleCheck aria-hidden />
            Enabled
          </Badge>
        )}
      </div>
      <dl className="grid gap-1 text-sm">
        <Fact label="Address">
          <span className="wrap-anywhere">{url}</span>
        </Fact>
        <Fact label="Events">{events.join(', ')}</Fact>
        <Fact label="Public key">
          <CopyValue value={publicKey} className="font-mono" />
        </Fact>
        {disabledReason && <Fact label="Disabled">{DISABLED[disabledReason]}</Fact>}
        {enabled && failingSince && <Fact label="Failing since">{formatDate(failingSince)}</Fact>}
        {oldKeysUntil && <Fact label="Old secret signs until">{formatDate(oldKeysUntil)}</Fact>}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onLog} aria-label={`Show log of ${name}`}>
          Show log
        </Button>
        <Button
          variant="secondary"
          size="sm"
          disabled={!enabled}
          busy={test.isPending}
          onClick={() => test.mutate({ id })}
          aria-label={`Send test to ${name}`}
        >
          Send test
        </Button>
        <Button variant="secondary" size="sm" onClick={onEdit} aria-label={`Edit ${name}`}>
          Edit
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={change.isPending}
          onClick={() => change.mutate({ id, enabled: !enabled })}
          aria-label={`${enabled ? 'Disable' : 'Enable'} ${name}`}
        >
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <RotateButton
          busy={rotate.isPending}
          title={`The old secret signs, too, for ${WEBHOOK_OLD_KEYS_HOURS} hours.`}
          label={`Rotate secret of ${name}`}
          oldUntil={oldKeysUntil}
          onRotate={() =>
            rotate.mutate(
              { id },
              {
                onSuccess: (reply) => {
                  if (reply && typeof reply === 'object' && 'secret' in reply)
                    onRotated(String(reply.secret));
                },
              },
            )
          }
        >
          Rotate secret
        </RotateButton>
        <Button variant="danger" size="sm" onClick={onDelete} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </div>
    </li>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Makes a call that changes a webhook, then reads it and its log again. */
function useWebhookChange<C extends Call>(call: C, done: string, id: string) {
  const queries = useQueryClient();
  const repeat = useRepeatKey();
  return useMutation({
    mutationFn: (input: Parameters<typeof invoke<C>>[1]) =>
      invoke(call, input, call.takesKey ? { idempotencyKey: repeat.key() } : {}),
    onSuccess: () => {
      repeat.renew();
      toast.success(done);
    },
    onError: (error) => {
      // What the key made is gone: the next click makes another one.
      if (error instanceof CallError && error.code === 'conflict') repeat.renew();
      toast.error(failureMessage(error));
    },
    // Also after an error: another tab may have deleted it.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY });
      await queries.invalidateQueries({ queryKey: deliveriesKey(id) });
    },
  });
}
