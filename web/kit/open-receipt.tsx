import { useMutation } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import type { OrderView } from '#contract/payments.ts';
import { failureMessage, invoke } from '../lib/calls.ts';
import { toast } from '../lib/toast.ts';
import { Button } from '../ui/button.tsx';

/** Whether an order was paid, also if the payment was refunded later. */
export function isPaid({ status }: Pick<OrderView, 'status'>): boolean {
  return status === 'paid' || status === 'refunded';
}

/** A button to the receipt of a paid order of records, which the payment provider keeps. `children`: for screen readers. */
export function OpenReceipt({ id, size, children }: { id: string; size: 'sm' | 'md'; children?: ReactNode }) {
  const receipt = useMutation({
    mutationFn: () => invoke(PAYMENT_CALLS.orderReceipt, { id }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.error(failureMessage(error), { id: 'receipt' }),
  });
  return (
    <Button variant="secondary" size={size} busy={receipt.isPending} onClick={() => receipt.mutate()}>
      {!receipt.isPending && <ReceiptText aria-hidden />}
      Receipt
      {children}
    </Button>
  );
}
