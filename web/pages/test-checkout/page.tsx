import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import { SessionId, type TestCheckoutAct, type TestCheckoutView } from '#contract/payments.ts';
import { PEOPLE_ORDERS_PATH } from '#contract/people-orders.ts';
import { plural } from '#contract/plural.ts';
import { NoCheckout, TestPaymentCard, TestPaymentPage } from '../../kit/payment-test-page.tsx';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { checkoutOrigin } from '../../lib/checkout-path.ts';
import { formatUsd } from '../../lib/format.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { testCheckout } from './page.ts';

/** The checkout of the built-in test payments. Stands in for Stripe's page. */
export function Component() {
  const [query] = useSearchParams();
  const sessionId = SessionId.safeParse(query.get('session'));
  return (
    <TestPaymentPage title={testCheckout.title} heading="Checkout">
      {sessionId.success ? (
        <TestCheckout sessionId={sessionId.data} />
      ) : (
        <NoCheckout text="This link is incomplete. Start again from the pricing page." />
      )}
    </TestPaymentPage>
  );
}

function TestCheckout({ sessionId }: { sessionId: string }) {
  const { data, error } = useQuery({
    queryKey: ['test-checkout', sessionId],
    queryFn: ({ signal }) => invoke(PAYMENT_CALLS.testCheckout, { sessionId }, { signal }),
    staleTime: 0,
  });
  if (error) return <NoCheckout text={failureMessage(error)} />;
  if (!data) return <Loading />;
  if (data.status !== 'open') {
    return data.mode === 'payment' ? (
      <NoCheckout text="This checkout has ended." to={PEOPLE_ORDERS_PATH} action="View your orders" />
    ) : (
      <NoCheckout text="This checkout has ended. Start a new one from the pricing page." />
    );
  }
  return <OpenCheckout sessionId={sessionId} checkout={data} />;
}

function OpenCheckout({ sessionId, checkout }: { sessionId: string; checkout: TestCheckoutView }) {
  const act = useMutation({
    mutationFn: (how: z.infer<typeof TestCheckoutAct>) =>
      invoke(PAYMENT_CALLS.testCheckoutAct, { sessionId, act: how }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.error(failureMessage(error)),
  });
  const busy = act.isPending || act.isSuccess;
  const chosen = busy ? act.variables : null;
  const { amountCents, trialDays } = checkout;
  const monthly = checkout.mode === 'subscription';
  const origin = checkoutOrigin(new URL(checkout.cancelUrl).searchParams);
  return (
    <>
      {checkout.reason && (
        <Alert tone="info" className="mb-4">
          {checkout.reason}
        </Alert>
      )}
      <TestPaymentCard>
        <div className="p-5 sm:p-8">
          <p className="text-muted-foreground">{checkout.item}</p>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
            <span className="text-3xl font-semibold tracking-tight tabular-nums">
              {formatUsd(amountCents)}
            </span>
            {monthly && <span className="text-lg text-muted-foreground">per month</span>}
          </p>
          <dl className="mt-6 grid grid-cols-1 gap-3 border-y border-border py-5">
            {trialDays > 0 && <Line name="Free trial" value={plural(trialDays, 'day')} />}
            <Line name="Account" value={checkout.email} />
            <Line name="Due today" value={formatUsd(trialDays > 0 ? 0 : amountCents)} strong />
          </dl>
          <div className="mt-6 grid gap-2.5">
            <Button size="lg" busy={chosen === 'pay'} disabled={busy} onClick={() => act.mutate('pay')}>
              {trialDays > 0 ? 'Start trial' : 'Pay'}
            </Button>
            <Button
              size="lg"
              variant="danger"
              busy={chosen === 'pay-and-fail'}
              disabled={busy}
              onClick={() => act.mutate('pay-and-fail')}
            >
              Fail the payment
            </Button>
            <Button
              size="lg"
              variant="ghost"
              busy={chosen === 'cancel'}
              disabled={busy}
              onClick={() => act.mutate('cancel')}
            >
              Cancel
            </Button>
          </div>
          {origin?.name && (
            <p className="mt-3 text-center text-sm text-muted-foreground">
              You return to {origin.name} either way. It keeps what you entered.
            </p>
          )}
          <p className="mt-5 text-sm text-muted-foreground">
            This server uses test payments. Each button has the same effect on your account as a real payment,
            a declined card or a canceled checkout.
          </p>
        </div>
      </TestPaymentCard>
    </>
  );
}

function Line({ name, value, strong }: { name: string; value: string; strong?: boolean }) {
  return (
    <div className="flex min-w-0 items-baseline justify-between gap-6">
      <dt className="shrink-0 text-muted-foreground">{name}</dt>
      <dd title={value} className={strong ? 'font-semibold tabular-nums' : 'min-w-0 truncate'}>
        {value}
      </dd>
    </div>
  );
}

function Loading() {
  return (
    <Card role="status" aria-label="Loading checkout" className="grid gap-5 p-8">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-9 w-28" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-11 w-full" />
    </Card>
  );
}
