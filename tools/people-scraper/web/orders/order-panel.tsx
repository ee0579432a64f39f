import { Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { OrderView } from '#contract/payments.ts';
import { messageOf } from '#web/lib/calls.ts';
import { formatDate, formatNumber, formatSeconds, formatUsd, plural } from '#web/lib/format.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardContent, CardHeader } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { AddressDetails } from './address-details.tsx';
import { AgainButton, DownloadButton, PayLink } from './order-actions.tsx';
import { OrderBadge } from './order-badge.tsx';
import { useOrderToasts } from './order-toasts.ts';
import { hasRun, isMoving, recordsWords, stateOf } from './order-words.ts';
import { RunOutcome } from './run-outcome.tsx';
import { useOrder, useStartOrder } from './use-orders.ts';

interface OrderPanelProps {
  id: string;
  /** the browser kept the checkout's tab from opening */
  blocked: boolean;
  /** it was paid while it was shown here */
  onPaid: (order: OrderView) => void;
  onAgain: (search: NonNullable<OrderView['search']>) => void;
}

/** One order from its payment to its file. It lives on the server: a reload, or another tab, shows the same. */
export function OrderPanel(props: OrderPanelProps) {
  return z.uuid().safeParse(props.id).success ? <KnownOrder {...props} /> : <NoOrder />;
}

function KnownOrder({ id, blocked, onPaid, onAgain }: OrderPanelProps) {
  const watched = useOrder(id);
  const { data: order, error, isFetching, refetch } = watched;
  const start = useStartOrder();
  useOrderToasts(order, onPaid);
  useAutomaticStart(order, start.mutate);

  if (!order) {
    if (!error) return <Loading />;
    const missing = error instanceof CallError && error.code === 'not_found';
    return missing ? (
      <NoOrder />
    ) : (
      <LoadFailure title="The order could not be loaded" busy={isFetching} onRetry={() => refetch()}>
        {messageOf(error)} It is kept on the server.
      </LoadFailure>
    );
  }
  if (!order.search) return <NoOrder />;
  const state = stateOf(order);
  return (
    <Card>
      <CardHeader className="items-start">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <OrderBadge order={order} />
            <h2 className="text-lg tabular-nums">{recordsWords(order)}</h2>
          </div>
          <p className="mt-1 text-sm text-muted-foreground tabular-nums">
            {formatUsd(order.amountCents)} · ordered{' '}
            <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {state === 'unpaid' && <PayLink order={order} primary />}
          <DownloadButton order={order} primary />
          {(state === 'expired' || state === 'declined' || state === 'failed' || state === 'refunded') && (
            <AgainButton search={order.search} onAgain={onAgain} primary />
          )}
        </div>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-4">
        {state === 'unpaid' && (
          <Unpaid blocked={blocked} gaveUp={watched.gaveUp} busy={isFetching} onCheck={watched.checkAgain} />
        )}
        {state === 'expired' && (
          <Alert tone="info" title="The checkout was closed">
            Nothing was charged and nothing was started. The search is kept: you can order again.
          </Alert>
        )}
        {state === 'declined' && (
          <Alert tone="danger" title="The payment failed">
            Nothing was charged and nothing was started. The search is kept: order again, perhaps with another
            card.
          </Alert>
        )}
        {state === 'refunded' && (
          <Alert tone="info" title="This order was paid back">
            {order.run?.error ?? 'It can no longer be started.'} The search is kept: you can order again.
          </Alert>
        )}
        {state === 'paid' && (
          <Paid
            busy={start.isPending || start.isIdle}
            error={start.error}
            onStart={() => start.mutate(order)}
          />
        )}
        {isMoving(state) && <Running order={order} lookedAt={watched.dataUpdatedAt} />}
        {hasRun(state) && <RunOutcome order={order} />}
        {error && <OutOfTouch />}
        <div className="grid gap-1">
          <h3 className="text-sm text-muted-foreground">Search</h3>
          <AddressDetails address={order.search.apolloUrl} />
        </div>
      </CardContent>
    </Card>
  );
}

/** Starts a paid order as soon as it is seen, once. What runs already is left alone. */
function useAutomaticStart(order: OrderView | undefined, start: (order: OrderView) => void): void {
  const begun = useRef(false);
  useEffect(() => {
    if (!order || begun.current || stateOf(order) !== 'paid') return;
    begun.current = true;
    start(order);
  }, [order, start]);
}

interface UnpaidProps {
  blocked: boolean;
  gaveUp: boolean;
  busy: boolean;
  onCheck: () => void;
}

function Unpaid({ blocked, gaveUp, busy, onCheck }: UnpaidProps) {
  if (gaveUp) {
    return (
      <Alert
        tone="warning"
        title="No payment arrived in 5 minutes"
        action={
          <Button variant="secondary" size="sm" busy={busy} onClick={onCheck}>
            Check again
          </Button>
        }
      >
        This page stopped looking. If you have paid, nothing is lost: check again. If not, nothing was
        charged.
      </Alert>
    );
  }
  return (
    <>
      {blocked && (
        <Alert tone="warning" title="Your browser kept the checkout from opening">
          Open it with “Continue to payment”.
        </Alert>
      )}
      <Alert tone="info" title="Waiting for your payment">
        Pay in the other tab. Scraping starts by itself as soon as it is paid.
      </Alert>
    </>
  );
}

function Paid({ busy, error, onStart }: { busy: boolean; error: Error | null; onStart: () => void }) {
  if (!error) return <p role="status">{busy ? MESSAGES.scraper.paid : 'Paid.'}</p>;
  const told = error instanceof CallError && error.code !== 'internal';
  return (
    <Alert
      tone="danger"
      title={told ? MESSAGES.scraper.failed(messageOf(error)) : MESSAGES.scraper.broke}
      action={
        <Button size="sm" busy={busy} onClick={onStart}>
          <Play aria-hidden />
          Start scraping
        </Button>
      }
    >
      Your payment is kept, and an order runs only once.
    </Alert>
  );
}

/** How far a run is. `lookedAt`: ms since the epoch. */
function Running({ order, lookedAt }: { order: OrderView; lookedAt: number }) {
  const { run, quantity } = order;
  if (!run) return null;
  const elapsed = Math.max(0, (lookedAt - Date.parse(run.startedAt)) / 1000);
  if (run.status === 'refunding') return null;
  return (
    <div className="grid gap-2">
      <Progress label="Scraping progress" done={run.recordsFound} total={quantity} />
      <p className="tabular-nums">
        {run.status === 'waiting'
          ? 'Waiting for its turn.'
          : `${formatNumber(run.recordsFound)} of ${plural(quantity, 'record')}`}
      </p>
      {/* Each tenth is told to those who listen; each second would be noise. */}
      <p role="status" className="sr-only">
        {run.status === 'waiting'
          ? 'Waiting for its turn'
          : `${Math.floor((run.recordsFound / quantity) * 10) * 10} percent of the records`}
      </p>
      <p className="text-sm text-muted-foreground tabular-nums">
        {formatSeconds(elapsed)} so far. You can close this page; the work goes on.
      </p>
    </div>
  );
}

function OutOfTouch() {
  return (
    <Alert tone="warning" title="The server does not answer at the moment">
      This page keeps trying. Your order is kept.
    </Alert>
  );
}

function NoOrder() {
  return (
    <Alert tone="warning" title="There is no such order">
      It may belong to another account. Your own orders are below.
    </Alert>
  );
}

function Loading() {
  return (
    <Card role="status" aria-label="Loading the order" className="grid gap-4 p-5">
      <Skeleton className="h-6 w-56" />
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-16 w-full" />
    </Card>
  );
}
