import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { recordsPriceCents } from '#contract/people-scraper.ts';
import { invoke } from '#web/lib/calls.ts';
import { outsideLink } from '#web/lib/outside-link.ts';
import { useSession } from '#web/lib/session.tsx';
import { SCRAPER_PATH } from '../scraper-path.ts';

interface Purchase {
  address: string;
  count: number;
  idempotencyKey: string;
  /** opened in the click itself, which is what browsers allow; null where they did not */
  tab: Window | null;
}

/** Orders records and leads a new tab to the checkout. `opened` is false where the browser kept the tab from opening. */
export function useCheckout(onOrdered: (order: { id: string; opened: boolean }) => void) {
  const { user } = useSession();
  /** At once: the second half of a double click comes before anything is rendered. */
  const underWay = useRef(false);
  const checkout = useMutation({
    mutationFn: ({ address, count, idempotencyKey }: Purchase) => {
      const page = `${location.origin}${SCRAPER_PATH}`;
      return invoke(
        CALLS.createCheckout,
        {
          planId: 'apollo_scraper',
          userId: user?.id,
          customerEmail: user?.email,
          priceInCents: recordsPriceCents(count),
          isApolloScraper: true,
          apolloUrl: address,
          recordCount: count,
          successUrl: `${page}?payment_success=true`,
          cancelUrl: `${page}?payment_success=false`,
        },
        { idempotencyKey },
      );
    },
    onSuccess: ({ url, orderId }, { tab }) => {
      const opened = tab !== null && !tab.closed && outsideLink(url) !== null;
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
      underWay.current = false;
    },
  });

  /** Call it in the click: later, browsers take the new tab for a pop-up nobody asked for. */
  const buy = (order: Omit<Purchase, 'tab'>) => {
    if (underWay.current) return;
    underWay.current = true;
    checkout.mutate({ ...order, tab: openTab() });
  };
  return { buy, busy: checkout.isPending, error: checkout.error, reset: checkout.reset };
}

/** An empty tab that says what it waits for, and cannot reach back to this page from the checkout. */
function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank');
  if (!tab) return null;
  tab.opener = null;
  tab.document.title = 'Opening the checkout…';
  tab.document.body.textContent = 'Opening the checkout…';
  return tab;
}
