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

/** How the signed-in person's subscription stands. */
export function useBilling() {
  const { user } = useSession();
  return useQuery({
    queryKey: BILLING_KEY,
    queryFn: ({ signal }) => invoke(CALLS.billing, {}, { signal }),
    enabled: user !== null,
  });
}

/** What a failed checkout is told as: the server's own words where it refused for a reason. */
function checkoutMessage(error: unknown): string {
  if (!(error instanceof CallError)) return MESSAGES.payments.somethingWrong;
  return error.code === 'internal' ? MESSAGES.payments.invalidResponse : error.message;
}

/**
 * Orders the unlimited plan and leads the browser to its checkout. One key for each person's wish: a double click or a lost
 * reply orders once.
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
    // Back from the checkout by the browser's Back, the page stands as it was left: with a button that waits.
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

/** Leads the browser to where the subscription is managed. */
export function useBillingPortal() {
  return useMutation({
    mutationFn: () => invoke(CALLS.billingPortal, {}),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.error(checkoutMessage(error), { id: 'checkout' }),
  });
}
