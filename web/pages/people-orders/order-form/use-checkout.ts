import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { recordsPriceCents } from '#contract/people-orders.ts';
import { invoke } from '../../../lib/calls.ts';
import { safeLink } from '../../../lib/external-link.ts';
import { useSession } from '../../../lib/session.tsx';
import { toast } from '../../../lib/toast.ts';
import { peopleOrders } from '../page.ts';

interface Purchase {
  apolloUrl: string;
  count: number;
  idempotencyKey: string;
  /** null if the browser blocked it */
  tab: Window | null;
}

/** Orders records and opens the checkout in a new tab. `opened` is false if the browser blocked the tab. */
export function useCheckout(onOrdered: (order: { id: string; opened: boolean }) => void) {
  const { user } = useSession();
  /** A ref, because the second click of a double click comes before the next render. */
  const inProgress = useRef(false);
  const checkout = useMutation({
    mutationFn: ({ apolloUrl, count, idempotencyKey }: Purchase) => {
      const page = `${location.origin}${peopleOrders.path}`;
      return invoke(
        PAYMENT_CALLS.createCheckout,
        {
          planId: 'apollo_scraper',
          userId: user?.id,
          customerEmail: user?.email,
          priceInCents: recordsPriceCents(count),
          isApolloScraper: true,
          apolloUrl,
          recordCount: count,
          successUrl: `${page}?payment_success=true`,
          cancelUrl: `${page}?payment_success=false`,
        },
        { idempotencyKey },
      );
    },
    onSuccess: ({ url, orderId }, { tab }) => {
      const opened = tab !== null && !tab.closed && safeLink(url) !== null;
      if (opened) tab.location.replace(url);
      else tab?.close();
      onOrdered({ id: orderId, opened });
    },
    onError: (error, { tab }) => {
      tab?.close();
      if (error instanceof CallError && error.code === 'not_authenticated')
        toast.error(MESSAGES.scraper.notLoggedIn, { id: 'scraper-checkout' });
    },
    onSettled: () => {
      inProgress.current = false;
    },
  });

  /** Call this in the click handler: browsers block tabs that open later. */
  const buy = (order: Omit<Purchase, 'tab'>) => {
    if (inProgress.current) return;
    inProgress.current = true;
    checkout.mutate({ ...order, tab: openTab() });
  };
  return { buy, busy: checkout.isPending, error: checkout.error, reset: checkout.reset };
}

/** Opens a tab with a loading message. The checkout in it has no access to this page. */
function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = 'Opening checkout…';
  tab.document.body.textContent = 'Opening checkout…';
  return tab;
}
