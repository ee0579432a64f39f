import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PEOPLE_ORDER_CALLS } from '#contract/calls/people-order-calls.ts';
import type { OrderView } from '#contract/payments.ts';
import { PEOPLE_ORDERS_PATH } from '#contract/people-orders.ts';
import { plural } from '#contract/plural.ts';
import { isPaid, OpenReceipt } from '../../kit/open-receipt.tsx';
import { refundedCents } from '../../kit/refunded-cents.ts';
import { invoke } from '../../lib/calls.ts';
import { formatDate, formatUsd } from '../../lib/format.ts';
import { Card, CardHeader, CardTitle } from '../../ui/card.tsx';

/** The paid orders of records, with their receipts. Renders nothing for an account without any. */
export function OrdersCard({ hasSubscription }: { hasSubscription: boolean }) {
  const { data } = useQuery({
    queryKey: ['paid-orders'],
    queryFn: ({ signal }) => invoke(PEOPLE_ORDER_CALLS.peopleOrders, {}, { signal }),
  });
  const paid = data?.orders.filter(isPaid) ?? [];
  if (paid.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <div>
          <CardTitle id="paid-orders">Orders of records</CardTitle>
          <p className="text-sm text-muted-foreground">
            Each has its own receipt.
            {hasSubscription && ' The invoices of your subscription are in Manage billing.'}
          </p>
        </div>
      </CardHeader>
      <ul aria-labelledby="paid-orders">
        {paid.map((order) => (
          <PaidOrder key={order.id} order={order} />
        ))}
      </ul>
    </Card>
  );
}

function PaidOrder({ order }: { order: OrderView }) {
  const { id, quantity, amountCents, createdAt } = order;
  const refunded = refundedCents(order);
  const date = formatDate(createdAt);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-border px-4 py-3 tabular-nums first:border-t-0 md:px-5">
      <div className="min-w-0">
        <p>
          <Link
            to={`${PEOPLE_ORDERS_PATH}?order=${id}`}
            className="font-medium underline decoration-border underline-offset-4 hover:decoration-current"
          >
            {plural(quantity, 'people record')}
          </Link>
          <span className="text-muted-foreground">
            {' · '}
            {formatUsd(amountCents)}
            {refunded > 0 && ` · ${formatUsd(refunded)} refunded`}
          </span>
        </p>
        <time dateTime={createdAt} className="text-sm text-muted-foreground">
          {date}
        </time>
      </div>
      <OpenReceipt id={id} size="sm">
        <span className="sr-only">, ordered {date}</span>
      </OpenReceipt>
    </li>
  );
}
