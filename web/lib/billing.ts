import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { UNLIMITED_PRICE_USD_CENTS_PER_MONTH } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { invoke } from './calls.ts';
import { useSession } from './session.tsx';

export const BILLING_KEY = ['billing'] as const;

/** The status of the signed-in user's subscription. */
export function useBilling() {
  const { user } = useSession();
  return useQuery({
    queryKey: BILLING_KEY,
    queryFn: ({ signal }) => invoke(CALLS.billing, {}, { signal }),
    enabled: user !== null,
  });
}

/** The message for a failed checkout: the server's own if it gave a reason. */
function checkoutMessage(error: unknown): string {
  if (!(error instanceof CallError)) return MESSAGES.payments.somethingWrong;
  return error.code === 'internal' ? MESSAGES.payments.invalidResponse : error.message;
}

/**
 * Creates a checkout for the unlimited plan and redirects to it. The idempotency key stays until the checkout
 * fails or is left, so a double click or a lost response creates one order.
 */
export function useUnlimitedCheckout() {
  const { user } = useSession();
  const key = useRef<string>(undefined);
  const checkout = useMutation({
    mutationFn: async ({ withTrial }: { withTrial: boolean }) => {
      key.current ??= crypto.randomUUID();
      const back = (status: string) => `${location.origin}/pricing?status=${status}`;
      return invoke(
        CALLS.createCheckout,
        {
          planId: 'unlimited',
          userId: user?.id,
          customerEmail: user?.email,
          billingInterval: 'monthly',
          price: UNLIMITED_PRICE_USD_CENTS_PER_MONTH,
          currency: 'usd',
          withTrial,
          successUrl: back('success'),
          cancelUrl: back('canceled'),
        },
        { idempotencyKey: `${key.current}-${withTrial}` },
      );
    },
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      key.current = undefined;
      toast.error(checkoutMessage(error), { id: 'checkout' });
    },
  });
  const { reset } = checkout;
  useEffect(() => {
    // The browser's Back restores the page from its cache, with the button still busy.
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      key.current = undefined;
      reset();
    };
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [reset]);
  return checkout;
}

/** Redirects to the billing portal. */
export function useBillingPortal() {
  return useMutation({
    mutationFn: () => invoke(CALLS.billingPortal, {}),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.error(checkoutMessage(error), { id: 'checkout' }),
  });
}
