import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import { plural } from '#contract/plural.ts';
import type { WebhookView } from '#contract/webhooks.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeliveryItem } from './delivery-item.tsx';
import { ReplayStoppedError, replayRange } from './replay-range.ts';
import { deliveriesKey, useDeliveries } from './use-webhooks.ts';

export interface LogDialogProps {
  /** null closes it. */
  webhook: WebhookView | null;
  keptDays: number;
  onClose: () => void;
}

/** What was sent to a webhook, with each response, and how to send it again. */
export default function LogDialog({ webhook, keptDays, onClose }: LogDialogProps) {
  // It stays while the dialog fades out.
  const [shown, setShown] = useState(webhook);
  useEffect(() => {
    if (webhook) setShown(webhook);
  }, [webhook]);
  return (
    <Dialog
      open={webhook !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Log of ${shown?.name ?? ''}`}
      help={`Events and their deliveries are kept for ${keptDays} days.`}
      className="w-[min(56rem,calc(100vw-2rem))] wrap-anywhere"
    >
      {shown && <Log webhook={shown} />}
    </Dialog>
  );
}

function Log({ webhook }: { webhook: WebhookView }) {
  const query = useDeliveries(webhook.id);
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchNextPageError } = query;
  const replay = useReplay(webhook.id);
  const canReplay = webhook.disabledReason === null;
  if (error && !data)
    return (
      <LoadFailure title="We couldn't load the log" busy={isFetching} onRetry={() => refetch()}>
        {failureMessage(error)}
      </LoadFailure>
    );
  if (!data) return <Skeleton className="h-40 w-full" />;
  const deliveries = data.pages.flatMap((page) => page.deliveries);
  if (deliveries.length === 0)
    return <p className="text-muted-foreground">Nothing was sent yet. Send a test to try it.</p>;
  return (
    <div className="grid gap-5">
      {canReplay ? (
        <ReplayRange busy={replay.isPending} count={replay.count} onReplay={replay.mutate} />
      ) : (
        <Alert tone="info">Enable the webhook to send events again.</Alert>
      )}
      <ul className="grid divide-y divide-border rounded-lg border border-border">
        {deliveries.map((delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            onReplay={canReplay ? () => replay.mutate({ delivery: delivery.id }) : null}
          />
        ))}
      </ul>
      {isFetchNextPageError ? (
        <LoadFailure
          title="We couldn't load more of the log"
          busy={isFetching}
          onRetry={() => fetchNextPage()}
        >
          {failureMessage(error)}
        </LoadFailure>
      ) : hasNextPage ? (
        <Button variant="secondary" busy={isFetching} onClick={() => fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </div>
  );
}

type Replay = { delivery: string } | { from: string; to?: string };

function useReplay(webhook: string) {
  const queries = useQueryClient();
  /** how many were sent again so far */
  const [count, setCount] = useState(0);
  const mutation = useMutation({
    mutationFn: async (which: Replay) => {
      setCount(0);
      const call = (asked: Replay) => invoke(WEBHOOK_CALLS.webhookReplay, { webhook, ...asked });
      return 'from' in which ? replayRange(call, which, setCount) : (await call(which)).replayed;
    },
    onSuccess: (replayed) => {
      toast.success(
        replayed === 0 ? 'There was nothing to send again.' : `${plural(replayed, 'event')} sent again.`,
      );
    },
    onError: (error) =>
      error instanceof ReplayStoppedError
        ? toast.error(`Only ${plural(error.replayed, 'event')} sent again`, {
            description: `${failureMessage(error.cause)} Replay the same time again to go on.`,
          })
        : toast.error(failureMessage(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesKey(webhook) }),
  });
  return { ...mutation, count };
}

interface ReplayRangeProps {
  busy: boolean;
  count: number;
  onReplay: (which: Replay) => void;
}

function ReplayRange({ busy, count, onReplay }: ReplayRangeProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  return (
    <form
      className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        if (from === '') return;
        onReplay({
          from: new Date(from).toISOString(),
          ...(to === '' ? {} : { to: new Date(to).toISOString() }),
        });
      }}
    >
      <Field label="Send undelivered events again from">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            required
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label="Until (optional)">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" busy={busy}>
        {busy && count > 0 ? `${formatNumber(count)} sent` : 'Replay'}
      </Button>
    </form>
  );
}
