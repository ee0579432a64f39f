import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { BillingView, TestBillingAct } from '#contract/payments.ts';
import { NoCheckout, TestPaymentCard, TestPaymentPage } from '../../kit/payment-test-page.tsx';
import { subscriptionLabel } from '../../kit/subscription-label.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { BILLING_KEY, useBilling } from '../../lib/billing.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { reportFailure } from '../../lib/failed-payment.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../../ui/button.tsx';
import { CardContent } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { testBilling } from './page.ts';
import { TestReceipt } from './test-receipt.tsx';

/** Stands in for Stripe's billing portal, and with `order` in the query for its page of a receipt. */
export function Component() {
  const [query] = useSearchParams();
  const orderId = query.get('order');
  return (
    <TestPaymentPage title={testBilling.title} heading={orderId ? 'Receipt' : testBilling.title}>
      {orderId ? <TestReceipt id={orderId} /> : <TestBilling />}
      <Button asChild variant="ghost" size="sm" className="mt-4 -ml-3 text-muted-foreground">
        <Link to="/dashboard/usage">
          <ArrowLeft aria-hidden /> Back to Leadwell
        </Link>
      </Button>
    </TestPaymentPage>
  );
}

function TestBilling() {
  const client = useQueryClient();
  const { data: billing, error } = useBilling();
  const act = useMutation({
    mutationFn: (how: z.infer<typeof TestBillingAct>) => invoke(PAYMENT_CALLS.testBillingAct, { act: how }),
    onSuccess: (view) => {
      client.setQueryData(BILLING_KEY, view);
      void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      if (view.subscription?.status === 'past_due') void reportFailure();
    },
    onError: (failure) => toast.error(failureMessage(failure)),
  });
  if (error) return <NoCheckout text={failureMessage(error)} />;
  if (!billing) return <Skeleton className="h-72 w-full" />;
  const { subscription } = billing;
  if (!subscription || billing.source !== 'test')
    return <NoCheckout text={MESSAGES.payments.nothingToManage} />;
  const ended = subscription.status === 'canceled' || subscription.status === 'incomplete';
  return (
    <TestPaymentCard>
      <CardContent className="sm:p-8">
        <p className="text-lg font-medium">Unlimited, $49 per month</p>
        <p className="mt-1 text-muted-foreground">{subscriptionLabel(subscription)}</p>
        {!ended && (
          <Actions subscription={subscription} busy={act.isPending} onAct={(how) => act.mutate(how)} />
        )}
      </CardContent>
    </TestPaymentCard>
  );
}

function Actions({
  subscription,
  busy,
  onAct,
}: {
  subscription: NonNullable<BillingView['subscription']>;
  busy: boolean;
  onAct: (how: z.infer<typeof TestBillingAct>) => void;
}) {
  const pastDue = subscription.status === 'past_due';
  return (
    <div className="mt-6 grid gap-2.5">
      {(pastDue || subscription.cancelsAtPeriodEnd) && (
        <Button size="lg" disabled={busy} onClick={() => onAct('renew')}>
          {pastDue ? 'Pay with another card' : 'Keep subscription'}
        </Button>
      )}
      {!subscription.cancelsAtPeriodEnd && (
        <Button size="lg" variant="secondary" disabled={busy} onClick={() => onAct('cancel')}>
          Cancel subscription
        </Button>
      )}
      {!pastDue && (
        <Button size="lg" variant="danger" disabled={busy} onClick={() => onAct('fail-next-payment')}>
          Fail the next payment
        </Button>
      )}
    </div>
  );
}
