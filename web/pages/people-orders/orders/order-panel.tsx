import { Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { OrderView } from '#contract/payments.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage } from '../../../lib/calls.ts';
import { formatDate, formatNumber, formatSeconds, formatUsd } from '../../../lib/format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardContent, CardHeader } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DownloadButton, OrderAgainButton, PayLink, ReceiptButton } from './order-actions.tsx';
import { OrderBadge } from './order-badge.tsx';
import {
  hasEnded,
  hasFailed,
  hasRun,
  isInProgress,
  orderState,
  paymentText,
  recordsLabel,
} from './order-labels.ts';
import { useOrderToasts } from './order-toasts.ts';
import { SearchDetails } from './search-details.tsx';
import { useOrder, useStartOrder } from './use-orders.ts';

interface OrderPanelProps {
  id: string;
  /** the browser blocked the checkout tab */
  blocked: boolean;
  /** called if the order is paid while it's open here */
  onPaid: (order: OrderView) => void;
  onAgain: (search: NonNullable<OrderView['search']>) => void;
}

/** One order, from its payment to its file. */
export function OrderPanel(props: OrderPanelProps) {
  return z.uuid().safeParse(props.id).success ? <OpenOrder {...props} /> : <UnknownOrder />;
}

function OpenOrder({ id, blocked, onPaid, onAgain }: OrderPanelProps) {
  const query = useOrder(id);
  const { data: order, error, isFetching, refetch } = query;
  const start = useStartOrder();
  useOrderToasts(order, onPaid);
  useAutomaticStart(order, start.mutate);

  if (!order) {
    if (!error) return <Loading />;
    const missing = error instanceof CallError && error.code === 'not_found';
    return missing ? (
      <UnknownOrder />
    ) : (
      <LoadFailure title="Couldn't load this order" busy={isFetching} onRetry={() => refetch()}>
        {failureMessage(error)} Your order is safe on the server.
      </LoadFailure>
    );
  }
  if (!order.search) return <UnknownOrder />;
  const state = orderState(order);
  return (
    <Card>
      <CardHeader className="items-start">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <OrderBadge order={order} />
            <h2 className="text-lg tabular-nums">{recordsLabel(order)}</h2>
          </div>
          <p className="mt-1 text-sm text-muted-foreground tabular-nums">
            {formatUsd(order.amountCents)} · ordered{' '}
            <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {state === 'unpaid' && <PayLink order={order} primary />}
          <DownloadButton order={order} primary />
          <ReceiptButton order={order} primary />
          {hasEnded(state) && (
            <OrderAgainButton
              search={order.search}
              onAgain={onAgain}
              primary={!order.run?.downloadUrl}
              large
            />
          )}
        </div>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-4">
        {state === 'unpayable' && (
          <Alert tone="warning" title="The checkout couldn't be opened">
            You weren't charged. Your search is saved, so you can order again.
          </Alert>
        )}
        {state === 'unpaid' && (
          <Unpaid blocked={blocked} timedOut={query.timedOut} busy={isFetching} onCheck={query.checkAgain} />
        )}
        {state === 'clearing' && (
          <Alert tone="info" title="Your payment hasn't gone through yet">
            Some ways to pay, such as a bank debit, take a few days. Scraping starts by itself once your
            payment goes through, and you can close this page.
          </Alert>
        )}
        {state === 'expired' && (
          <Alert tone="info" title="The checkout was closed">
            You weren't charged. Your search is saved, so you can order again.
          </Alert>
        )}
        {state === 'declined' && (
          <Alert tone="danger" title="The payment failed">
            You weren't charged. Your search is saved, so you can order again, perhaps with another card.
          </Alert>
        )}
        {state === 'refunded' && (
          <Alert tone="info" title="This order was refunded">
            {order.run?.error ?? "You can't start it anymore."} Your search is saved, so you can order again.
          </Alert>
        )}
        {state === 'refund-due' && (
          <Alert tone="info" title="We're refunding this order">
            You can't start it anymore, and you get your money back. Your search is saved, so you can order
            again.
          </Alert>
        )}
        {state === 'refund-failed' && (
          <Alert tone="warning" title="Our refund didn't go through">
            {order.refundProblem} Your search is saved, so you can order again.
          </Alert>
        )}
        {state === 'paid' && (
          <Paid
            busy={start.isPending || start.isIdle}
            error={start.error}
            onStart={() => start.mutate(order)}
          />
        )}
        {isInProgress(state) && <RunProgress order={order} fetchedAt={query.dataUpdatedAt} />}
        {hasRun(state) && <RunOutcome order={order} />}
        {error && <ConnectionLost />}
        <div className="grid gap-1">
          <h3 className="text-sm text-muted-foreground">Search</h3>
          <SearchDetails url={order.search.apolloUrl} />
        </div>
      </CardContent>
    </Card>
  );
}

/** Starts a paid order once, unless it's running already. */
function useAutomaticStart(order: OrderView | undefined, start: (order: OrderView) => void): void {
  const started = useRef(false);
  useEffect(() => {
    if (!order || started.current || orderState(order) !== 'paid') return;
    started.current = true;
    start(order);
  }, [order, start]);
}

interface UnpaidProps {
  blocked: boolean;
  timedOut: boolean;
  busy: boolean;
  onCheck: () => void;
}

function Unpaid({ blocked, timedOut, busy, onCheck }: UnpaidProps) {
  if (timedOut) {
    return (
      <Alert
        tone="warning"
        title="No payment received in 5 minutes"
        action={
          <Button variant="secondary" size="sm" busy={busy} onClick={onCheck}>
            Check again
          </Button>
        }
      >
        This page stopped checking. If you paid, your order is safe, so check again. If not, you weren't
        charged.
      </Alert>
    );
  }
  return (
    <>
      {blocked && (
        <Alert tone="warning" title="Your browser blocked the checkout tab">
          Click “Continue to payment” to open it.
        </Alert>
      )}
      <Alert tone="info" title="Waiting for your payment">
        Pay in the other tab. Scraping starts automatically as soon as you pay.
      </Alert>
    </>
  );
}

function Paid({ busy, error, onStart }: { busy: boolean; error: Error | null; onStart: () => void }) {
  if (!error) return <p role="status">{busy ? MESSAGES.scraper.paid : 'Paid.'}</p>;
  const hasReason = error instanceof CallError && error.code !== 'internal';
  return (
    <Alert
      tone="danger"
      title={hasReason ? MESSAGES.scraper.failed(failureMessage(error)) : MESSAGES.scraper.broke}
      action={
        <Button size="sm" busy={busy} onClick={onStart}>
          <Play aria-hidden />
          Start scraping
        </Button>
      }
    >
      Your payment is safe, and each order runs only once.
    </Alert>
  );
}

/** The progress of a run. `fetchedAt`: ms since the epoch. */
function RunProgress({ order, fetchedAt }: { order: OrderView; fetchedAt: number }) {
  const { run, quantity } = order;
  if (!run || run.status === 'refunding') return null;
  const elapsed = Math.max(0, (fetchedAt - Date.parse(run.startedAt)) / 1000);
  return (
    <div className="grid gap-2">
      <Progress label="Scraping progress" done={run.recordsFound} total={quantity} />
      <p className="tabular-nums">
        {run.status === 'waiting'
          ? 'Waiting in the queue.'
          : `${formatNumber(run.recordsFound)} of ${plural(quantity, 'record')}`}
      </p>
      {/* Screen readers hear each tenth, not every second. */}
      <p role="status" className="sr-only">
        {run.status === 'waiting'
          ? 'Waiting in the queue'
          : `${Math.floor((run.recordsFound / quantity) * 10) * 10} percent of the records`}
      </p>
      <p className="text-sm text-muted-foreground tabular-nums">
        {formatSeconds(elapsed)} so far. You can close this page. Scraping continues.
      </p>
    </div>
  );
}

/** The result of a finished run and its refund. */
function RunOutcome({ order }: { order: OrderView }) {
  const { run } = order;
  if (!run) return null;
  if (hasFailed(run)) {
    return (
      <Alert tone="danger" title={MESSAGES.scraper.failed(run.error ?? '')}>
        {paymentText(order)}
      </Alert>
    );
  }
  return (
    <>
      <Alert
        tone={run.recordsFound === 0 ? 'warning' : 'success'}
        title={MESSAGES.scraper.completed(run.recordsFound)}
      >
        {run.recordsFound === 0 && 'This search found no people. '}
        {paymentText(order)}
      </Alert>
      {run.error && <Alert tone="warning">{run.error}</Alert>}
    </>
  );
}

function ConnectionLost() {
  return (
    <Alert tone="warning" title="Can't reach the server">
      This page keeps trying. Your order is safe.
    </Alert>
  );
}

function UnknownOrder() {
  return (
    <Alert tone="warning" title="Order not found">
      It may belong to another account. Your orders are listed below.
    </Alert>
  );
}

function Loading() {
  return (
    <Card role="status" aria-label="Loading order" className="grid gap-4 p-5">
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-16 w-full" />
    </Card>
  );
}
