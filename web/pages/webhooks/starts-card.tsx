import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react';
import { useState } from 'react';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { CallError } from '#contract/errors.ts';
import { WEBHOOK_OLD_KEYS_HOURS, type WebhookView } from '#contract/webhooks.ts';
import { CodeBlock } from '../../kit/code-block.tsx';
import { RotateButton } from '../../kit/rotate-button.tsx';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatDate } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useRepeatKey } from '../../lib/use-repeat-key.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import type { LogDialogProps } from './log-dialog.tsx';
import { useWebhooks, WEBHOOKS_KEY } from './use-webhooks.ts';
import type { WebhookDialogProps } from './webhook-dialog.tsx';

const loadDialog = () => import('./webhook-dialog.tsx');
const loadLog = () => import('./log-dialog.tsx');

const EXAMPLE = `{
  "urls": ["acme.com"],
  "webhook": { "url": "https://example.com/webhooks" }
}`;

/** The secret that signs the webhooks of start calls, and the latest of them. */
export function StartsCard() {
  const { data } = useWebhooks();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<WebhookDialogProps['mode']>(null);
  const [logOf, setLogOf] = useState<WebhookView | null>(null);
  const WebhookDialog = useLoaded<WebhookDialogProps>(dialog !== null, loadDialog, () => setDialog(null));
  const LogDialog = useLoaded<LogDialogProps>(logOf !== null, loadLog, () => setLogOf(null));
  const repeat = useRepeatKey();
  const renew = useMutation({
    mutationFn: () => invoke(WEBHOOK_CALLS.webhookStartSecret, {}, { idempotencyKey: repeat.key() }),
    onSuccess: async ({ secret }) => {
      repeat.renew();
      setDialog({ kind: 'secret', secret, ...(data?.startKeys ? {} : { created: true }) });
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY });
    },
    onError: (error) => {
      // What the key made is gone: the next click makes another one.
      if (error instanceof CallError && error.code === 'conflict') repeat.renew();
      toast.error(failureMessage(error));
    },
  });
  if (!data) return null;
  const { startKeys, starts } = data;
  return (
    <Card className="min-w-0 overflow-hidden">
      <CardHeader>
        <CardTitle>Single starts</CardTitle>
        <RotateButton
          size="md"
          busy={renew.isPending}
          title={startKeys ? `The old secret signs, too, for ${WEBHOOK_OLD_KEYS_HOURS} hours.` : undefined}
          oldUntil={startKeys?.oldKeysUntil ?? null}
          onRotate={() => renew.mutate()}
        >
          {startKeys ? 'Change secret' : 'Create secret'}
        </RotateButton>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-4">
        <p className="max-w-[72ch] text-muted-foreground">
          A program can name an address in the call that starts a task or a run of a list. We tell it how that
          task ends.{' '}
          {startKeys
            ? 'One secret signs the events of all of them.'
            : 'Create the secret that signs these events first.'}
        </p>
        <CodeBlock label="Example of a start call" code={EXAMPLE} />
        {startKeys && (
          <dl className="grid gap-1 text-sm">
            <dt className="text-muted-foreground">Public key</dt>
            <dd className="min-w-0">
              <CopyValue value={startKeys.publicKey} className="font-mono" />
            </dd>
            {startKeys.oldKeysUntil && (
              <>
                <dt className="text-muted-foreground">Old secret signs until</dt>
                <dd>{formatDate(startKeys.oldKeysUntil)}</dd>
              </>
            )}
          </dl>
        )}
      </CardContent>
      {starts.length > 0 && (
        <ul aria-label="Latest single starts" className="divide-y divide-border border-t border-border">
          {starts.map((start) => (
            <StartItem key={start.id} start={start} onLog={() => setLogOf(start)} />
          ))}
        </ul>
      )}
      {WebhookDialog && <WebhookDialog mode={dialog} onMode={setDialog} />}
      {LogDialog && <LogDialog webhook={logOf} keptDays={data.keptDays} onClose={() => setLogOf(null)} />}
    </Card>
  );
}

function StartItem({ start, onLog }: { start: WebhookView; onLog: () => void }) {
  const { url, events, createdAt, name } = start;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 md:px-5">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <span className="wrap-anywhere font-medium">{url}</span>
        <span className="text-sm text-muted-foreground">
          {formatDate(createdAt)} · {events.join(', ')}
        </span>
      </div>
      <StartState start={start} />
      <Button
        variant="secondary"
        size="sm"
        onClick={onLog}
        aria-label={`Show log of ${name}, ${formatDate(createdAt)}`}
      >
        Show log
      </Button>
    </li>
  );
}

function StartState({ start: { active, disabledReason, failingSince } }: { start: WebhookView }) {
  if (disabledReason !== null)
    return (
      <Badge>
        <CircleSlash aria-hidden />
        Disabled
      </Badge>
    );
  if (failingSince)
    return (
      <Badge tone="warning">
        <CircleAlert aria-hidden />
        Failing
      </Badge>
    );
  return active ? (
    <Badge>
      <Clock aria-hidden />
      Waiting for the task
    </Badge>
  ) : (
    <Badge tone="success">
      <CircleCheck aria-hidden />
      Done
    </Badge>
  );
}
