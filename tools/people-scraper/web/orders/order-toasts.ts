import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { MESSAGES } from '#contract/messages.ts';
import type { OrderView } from '#contract/payments.ts';
import { hasFailed, hasRun, type OrderState, stateOf } from './order-words.ts';

/**
 * The toasts of an order that is watched: its payment, which `onPaid` hears of too, and the end of its run. One that was over when it was
 * opened has none.
 */
export function useOrderToasts(order: OrderView | undefined, onPaid: (order: OrderView) => void): void {
  const before = useRef<OrderState>(undefined);
  useEffect(() => {
    if (!order) return;
    const was = before.current;
    const now = stateOf(order);
    before.current = now;
    if (was === now) return;
    if (now === 'paid' || (was === 'unpaid' && order.run)) {
      tellPaid(order.id);
      onPaid(order);
    }
    if (was === undefined || hasRun(was) || !hasRun(now)) return;
    const id = `scraper-end-${order.id}`;
    const { run } = order;
    if (!run) return;
    const found = run.recordsFound;
    if (hasFailed(run)) toast.error(MESSAGES.scraper.failed(run.error ?? ''), { id });
    else if (found === 0) toast.warning(MESSAGES.scraper.completed(found), { id });
    else toast.success(MESSAGES.scraper.completed(found), { id });
  }, [order, onPaid]);
}

/** Once for each order, whoever sees it first: the page that waited, or the one that came back from the checkout. */
export function tellPaid(orderId: string): void {
  toast.success(MESSAGES.scraper.paid, { id: `scraper-paid-${orderId}` });
}
