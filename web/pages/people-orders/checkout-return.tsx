import { useEffect, useRef } from 'react';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { OrderView } from '#contract/payments.ts';
import { failureMessage } from '../../lib/calls.ts';
import { toast } from '../../lib/toast.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showPaidToast } from './orders/order-toasts.ts';
import { useConfirmedCheckout } from './orders/use-orders.ts';

interface CheckoutReturnProps {
  /** the payment's outcome according to the URL, which proves nothing */
  success: boolean;
  sessionId: string | null;
  /** called with the order of the user's own checkout */
  onOrder: (order: OrderView) => void;
  /** removes the checkout's parameters from the URL */
  onLeave: () => void;
}

/** Handles the return from checkout. The server confirms the payment first (docs/deviations.md 10). */
export function CheckoutReturn({ success, sessionId, onOrder, onLeave }: CheckoutReturnProps) {
  const { data: order, error, isFetching, refetch } = useConfirmedCheckout(success ? sessionId : null);
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    if (!success) {
      done.current = true;
      toast.info(MESSAGES.payments.canceled, { id: 'checkout-return' });
      onLeave();
    } else if (order) {
      done.current = true;
      if (order.status === 'paid') showPaidToast(order.id);
      onOrder(order);
    }
  }, [success, order, onOrder, onLeave]);

  if (!success || order) return null;
  const unknown =
    sessionId === null ||
    (error instanceof CallError && (error.code === 'not_found' || error.code === 'validation_failed'));
  if (unknown) {
    return (
      <Alert
        tone="warning"
        title="No payment found for this link"
        className="mb-4"
        action={
          <Button variant="secondary" size="sm" onClick={onLeave}>
            Dismiss
          </Button>
        }
      >
        Nothing was started or charged. If you paid, you can find your order below and start it there.
      </Alert>
    );
  }
  if (error) {
    return (
      <LoadFailure
        title="Couldn't check your payment"
        busy={isFetching}
        onRetry={() => refetch()}
        className="mb-4"
      >
        {failureMessage(error)} If you paid, your order is safe.
      </LoadFailure>
    );
  }
  return (
    <div role="status" aria-label="Checking your payment" className="mb-4">
      <Skeleton className="h-16 w-full" />
    </div>
  );
}
