import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { messageOf } from '#web/lib/calls.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { tellPaid } from './orders/order-toasts.ts';
import { useConfirmedCheckout } from './orders/use-orders.ts';

interface CheckoutReturnProps {
  /** what the address says became of the payment, which proves nothing */
  success: boolean;
  sessionId: string | null;
  /** the order of a checkout that is one's own */
  onOrder: (id: string) => void;
  /** takes what the checkout wrote out of the address */
  onLeave: () => void;
}

/**
 * What the checkout led back to. The server is asked about it: an address typed by hand starts nothing and is told so
 * (docs/deviations.md 10).
 */
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
      if (order.status === 'paid') tellPaid(order.id);
      onOrder(order.id);
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
        title="No payment belongs to this address"
        className="mb-4"
        action={
          <Button variant="secondary" size="sm" onClick={onLeave}>
            OK
          </Button>
        }
      >
        Nothing was started and nothing was charged. If you have paid, the order stands below, and can be
        started there.
      </Alert>
    );
  }
  if (error) {
    return (
      <LoadFailure
        title="Your payment could not be looked up"
        busy={isFetching}
        onRetry={() => refetch()}
        className="mb-4"
      >
        {messageOf(error)} If you have paid, nothing is lost.
      </LoadFailure>
    );
  }
  return (
    <div role="status" aria-label="Looking up your payment" className="mb-4">
      <Skeleton className="h-16 w-full" />
    </div>
  );
}
