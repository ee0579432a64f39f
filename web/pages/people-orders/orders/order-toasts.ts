import { useEffect, useRef } from 'react';
import { MESSAGES } from '#contract/messages.ts';
import type { OrderView } from '#contract/payments.ts';
import { toast } from '../../../lib/toast.ts';
import { hasFailed, hasRun, type OrderState, orderState } from './order-labels.ts';

/**
 * Shows toasts for an open order: on payment, when it also calls `onPaid`, and at the end of the run. An
 * order that was over when it was opened gets none.
 */
export function useOrderToasts(order: OrderView | undefined, onPaid: (order: OrderView) => void): void {
  const before = useRef<OrderState>(undefined);
  useEffect(() => {
    if (!order) return;
    const previous = before.current;
    const current = orderState(order);
    before.current = current;
    if (previous === current) return;
    if (current === 'paid' || ((previous === 'unpaid' || previous === 'clearing') && order.run)) {
      showPaidToast(order.id);
      onPaid(order);
    }
    if (previous === undefined || hasRun(previous) || !hasRun(current)) return;
    const id = `scraper-end-${order.id}`;
    const { run } = order;
    if (!run) return;
    const found = run.recordsFound;
    if (hasFailed(run)) toast.error(MESSAGES.scraper.failed(run.error ?? ''), { id });
    else if (found === 0) toast.warning(MESSAGES.scraper.completed(found), { id });
    else toast.success(MESSAGES.scraper.completed(found), { id });
  }, [order, onPaid]);
}

/** Shows the payment toast. The id keeps the order and the return from checkout from showing it twice. */
export function showPaidToast(orderId: string): void {
  toast.success(MESSAGES.scraper.paid, { id: `scraper-paid-${orderId}` });
}
