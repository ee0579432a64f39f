import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import { CallError } from '#contract/errors.ts';
import { LONG_TOAST_MS, UNLIMITED_PRICE_USD_CENTS_PER_MONTH } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { CheckoutReason } from '#contract/payments.ts';
import { ACCOUNT_KEY, useAccount } from './account.ts';
import { invoke } from './calls.ts';
import { checkoutReturnUrl } from './checkout-path.ts';
import { type PlanOffer, planOffer } from './plan-offer.ts';
import { useSession } from './session.tsx';
import { toast } from './toast.ts';

export const BILLING_KEY = ['billing'] as const;

/** The status of the signed-in user's subscription. */
export function useBilling() {
  const { user } = useSession();
  return useQuery({
    queryKey: BILLING_KEY,
    queryFn: ({ signal }) => invoke(PAYMENT_CALLS.billing, {}, { signal }),
    enabled: user !== null,
  });
}

const PaymentDue = z.object({ manageBilling: z.literal(true) });

/** What to offer the signed-in user or visitor. */
export function usePlanOffer(): PlanOffer {
  const { user, loading } = useSession();
  const { data: account } = useAccount();
  const { data: billing } = useBilling();
  return loading ? 'unknown' : planOffer({ signedIn: user !== null, account, billing });
}

/** The account has had its trial, so a checkout would charge at once. */
class TrialUsed extends Error {}

interface CheckoutRequest {
  withTrial: boolean;
  /** Why the gate sends the user to the checkout, and the page to return to. */
  gate?: { reason: CheckoutReason; from: string };
  /** The page to return to, if a link of it opened the plan. */
  from?: string | undefined;
}

/** The message for a failed checkout: the server's own if it gave a reason. */
function checkoutMessage(error: unknown): string {
  if (!(error instanceof CallError)) return MESSAGES.payments.somethingWrong;
  // The session has ended meanwhile.
  if (error.code === 'not_authenticated') return MESSAGES.payments.logInToUpgrade;
  return error.code === 'internal' ? MESSAGES.payments.invalidResponse : error.message;
}

/**
 * Creates a checkout for the unlimited plan and redirects to it. The idempotency key stays until the checkout
 * fails or is left, so a double click or a lost response creates one order.
 */
export function useUnlimitedCheckout() {
  const { user } = useSession();
  const client = useQueryClient();
  const { mutate: openPortal } = useBillingPortal();
  const key = useRef<string>(undefined);
  const checkout = useMutation({
    mutationFn: async ({ withTrial, gate, from = gate?.from }: CheckoutRequest) => {
      key.current ??= crypto.randomUUID();
      const checkout = await invoke(
        PAYMENT_CALLS.createCheckout,
        {
          planId: 'unlimited',
          userId: user?.id,
          customerEmail: user?.email,
          billingInterval: 'monthly',
          price: UNLIMITED_PRICE_USD_CENTS_PER_MONTH,
          currency: 'usd',
          withTrial,
          reason: gate?.reason,
          successUrl: checkoutReturnUrl(location.origin, 'success', from),
          cancelUrl: checkoutReturnUrl(location.origin, 'canceled', from),
        },
        { idempotencyKey: `${key.current}-${withTrial}-${gate?.reason ?? ''}` },
      );
      // A page that was opened before the trial was used still offers it. The gate's checkout says what it costs.
      if (withTrial && !gate && checkout.trialDays === 0) throw new TrialUsed();
      return checkout;
    },
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      key.current = undefined;
      void client.invalidateQueries({ queryKey: BILLING_KEY });
      void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      if (error instanceof TrialUsed) {
        toast.info(MESSAGES.payments.trialUsed, { id: 'checkout', duration: LONG_TOAST_MS });
        return;
      }
      const due = error instanceof CallError && PaymentDue.safeParse(error.details).success;
      toast.error(checkoutMessage(error), {
        id: 'checkout',
        duration: LONG_TOAST_MS,
        action: due ? { label: 'Manage billing', onClick: () => openPortal() } : undefined,
      });
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => invoke(PAYMENT_CALLS.billingPortal, {}),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => {
      // If the provider forgot the customer, no payment is due any more.
      void client.invalidateQueries({ queryKey: BILLING_KEY });
      void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
      toast.error(checkoutMessage(error), { id: 'checkout', duration: LONG_TOAST_MS });
    },
  });
}
