import { ChartNoAxesColumnIncreasing, Play, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OrderView } from '#contract/payments.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage } from '../../../lib/calls.ts';
import { cn } from '../../../lib/class-names.ts';
import { formatDate, formatNumber, formatUsd } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardHeader, CardTitle } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DownloadButton, OrderAgainButton, PayLink, ReceiptButton } from './order-actions.tsx';
import { OrderBadge } from './order-badge.tsx';
import { hasEnded, orderState, recordsLabel, refundLabel } from './order-labels.ts';
import { SearchDetails } from './search-details.tsx';
import { useOrders } from './use-orders.ts';

const SHOWN_AT_FIRST = 20;

interface OrderListProps {
  /** the order shown above the list; null if none */
  shownId: string | null;
  onOpen: (id: string) => void;
  onAgain: (search: NonNullable<OrderView['search']>) => void;
}

/** The account's pay-per-use orders, latest first, with their actions. */
export function OrderList({ shownId, onOpen, onAgain }: OrderListProps) {
  const { data: orders, error, isFetching, refetch } = useOrders();
  const [all, setAll] = useState(false);
  const shown = all ? orders : orders?.slice(0, SHOWN_AT_FIRST);
  return (
    <Card className="mt-6 overflow-hidden">
      <CardHeader>
        <CardTitle id="orders-title">Your orders</CardTitle>
        {orders && orders.length > 0 && (
          <p className="text-sm text-muted-foreground tabular-nums">{plural(orders.length, 'order')}</p>
        )}
      </CardHeader>
      {error && (
        <LoadFailure
          title={orders ? "Couldn't refresh your orders" : "Couldn't load your orders"}
          busy={isFetching}
          onRetry={() => refetch()}
          className="m-4"
        >
          {failureMessage(error)} Your orders are safe on the server.
        </LoadFailure>
      )}
      {!orders && !error && <LoadingRows />}
      {orders?.length === 0 && (
        <EmptyState icon={ReceiptText} title="No orders yet" className="py-10">
          Your orders appear here with their files, prices and refunds.
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <ul aria-labelledby="orders-title">
          {shown.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              isShown={order.id === shownId}
              onOpen={onOpen}
              onAgain={onAgain}
            />
          ))}
        </ul>
      )}
      {orders && !all && orders.length > SHOWN_AT_FIRST && (
        <div className="border-t border-border p-3 text-center">
          <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
            Show all {formatNumber(orders.length)} orders
          </Button>
        </div>
      )}
    </Card>
  );
}

interface OrderRowProps extends Omit<OrderListProps, 'shownId'> {
  order: OrderView;
  isShown: boolean;
}

function OrderRow({ order, isShown, onOpen, onAgain }: OrderRowProps) {
  const date = formatDate(order.createdAt);
  const refund = refundLabel(order);
  return (
    <li
      aria-current={isShown || undefined}
      className={cn(
        'grid grid-cols-1 gap-x-6 gap-y-3 border-t border-border p-4 first:border-t-0 md:px-5 lg:grid-cols-[minmax(0,1fr)_auto]',
        isShown && 'bg-surface',
      )}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <OrderBadge order={order} />
          <time dateTime={order.createdAt} className="text-sm text-muted-foreground tabular-nums">
            {date}
          </time>
        </div>
        <p className="mt-1.5 tabular-nums">
          {isShown ? (
            <span className="font-medium">{recordsLabel(order)}</span>
          ) : (
            <Link
              to={`?order=${order.id}`}
              onClick={() => window.scrollTo({ top: 0 })}
              className="font-medium underline decoration-border underline-offset-4 hover:decoration-current"
            >
              {recordsLabel(order)}
              <span className="sr-only">, ordered {date}</span>
            </Link>
          )}
          <span className="text-muted-foreground">
            {' · '}
            {formatUsd(order.amountCents)}
            {refund && ` · ${refund}`}
          </span>
        </p>
        {order.search && (
          <div className="mt-1 text-sm">
            <SearchDetails url={order.search.apolloUrl} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-2 lg:justify-end">
        {isShown ? (
          <p className="text-sm text-muted-foreground">Shown above</p>
        ) : (
          <RowAction order={order} date={date} onOpen={onOpen} onAgain={onAgain} />
        )}
      </div>
    </li>
  );
}

function RowAction({ order, date, onOpen, onAgain }: Omit<OrderRowProps, 'isShown'> & { date: string }) {
  const state = orderState(order);
  if (state === 'unpaid') return <PayLink order={order} date={date} onFollow={() => onOpen(order.id)} />;
  if (state === 'clearing') return null;
  if (!hasEnded(state)) {
    return (
      <>
        <DownloadButton order={order} date={date} />
        <Button asChild size="sm" variant="secondary">
          <Link to={`?order=${order.id}`} onClick={() => window.scrollTo({ top: 0 })}>
            {state === 'paid' ? <Play aria-hidden /> : <ChartNoAxesColumnIncreasing aria-hidden />}
            {state === 'paid' ? 'Start scraping' : 'Show progress'}
            <span className="sr-only">, ordered {date}</span>
          </Link>
        </Button>
      </>
    );
  }
  return (
    <>
      <DownloadButton order={order} date={date} />
      <ReceiptButton order={order} date={date} />
      {order.search && <OrderAgainButton search={order.search} onAgain={onAgain} date={date} />}
    </>
  );
}

function LoadingRows() {
  return (
    <div role="status" aria-label="Loading your orders" className="grid gap-4 p-4 md:px-5">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="grid gap-2">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-4 w-full max-w-md" />
        </div>
      ))}
    </div>
  );
}
