import { useQuery } from '@tanstack/react-query';
import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import { plural } from '#contract/plural.ts';
import { NoCheckout, TestPaymentCard } from '../../kit/payment-test-page.tsx';
import { refundedCents } from '../../kit/refunded-cents.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { formatDate, formatUsd } from '../../lib/format.ts';
import { CardContent } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The receipt of an order of records that was paid with a test payment. */
export function TestReceipt({ id }: { id: string }) {
  const { data: order, error } = useQuery({
    queryKey: ['test-receipt', id],
    queryFn: ({ signal }) => invoke(PAYMENT_CALLS.orderStatus, { id }, { signal }),
  });
  if (error) return <NoCheckout text={failureMessage(error)} />;
  if (!order) return <Skeleton className="h-72 w-full" />;
  const refunded = refundedCents(order);
  const lines = [
    ['Ordered', formatDate(order.createdAt)],
    ['Order', order.id],
    ['Paid', formatUsd(order.amountCents)],
    ...(refunded > 0 ? [['Refunded', formatUsd(refunded)]] : []),
    ['Total', formatUsd(order.amountCents - refunded)],
  ];
  return (
    <TestPaymentCard>
      <CardContent className="sm:p-8">
        <p className="text-lg font-medium">{plural(order.quantity, 'people record')}</p>
        <dl className="mt-4 grid gap-2">
          {lines.map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-6">
              <dt className="text-muted-foreground">{name}</dt>
              <dd className="min-w-0 break-words tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </CardContent>
    </TestPaymentCard>
  );
}
