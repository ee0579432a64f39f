import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { WEBHOOK_CALLS } from '#contract/calls/webhook-calls.ts';
import type { DeliveryView } from '#contract/webhooks.ts';
import { invoke } from '../../lib/calls.ts';

export const WEBHOOKS_KEY = ['webhooks'] as const;
/** The log of one webhook. */
export const deliveriesKey = (webhook: string) => ['webhook-deliveries', webhook] as const;

/** The webhooks of the account. Invalidate WEBHOOKS_KEY after a change. */
export function useWebhooks() {
  return useQuery({
    queryKey: WEBHOOKS_KEY,
    queryFn: ({ signal }) => invoke(WEBHOOK_CALLS.webhooks, {}, { signal }),
  });
}

/** How often the log is read again while a try is due. */
const WAITING_MS = 2000;

/** Whether a try is due now or in a minute. */
function isSoon({ state, nextAt }: DeliveryView): boolean {
  return state === 'waiting' && (nextAt === null || Date.parse(nextAt) < Date.now() + 60_000);
}

/** What was sent to a webhook, latest first, in pages. */
export function useDeliveries(webhook: string) {
  return useInfiniteQuery({
    queryKey: deliveriesKey(webhook),
    queryFn: ({ pageParam, signal }) =>
      invoke(
        WEBHOOK_CALLS.webhookDeliveries,
        { webhook, ...(pageParam ? { after: pageParam } : {}) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.deliveries.some(isSoon) ? WAITING_MS : false),
  });
}
