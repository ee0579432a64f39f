import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import { CallError } from '#contract/errors.ts';
import { LONG_TOAST_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_KEY, ACCOUNT_QUERY } from '../../lib/account.ts';
import { useActivationToast } from '../../lib/activation.ts';
import { BILLING_KEY } from '../../lib/billing.ts';
import { failureMessage, invoke } from '../../lib/calls.ts';
import { checkoutOrigin } from '../../lib/checkout-path.ts';
import { reportFailure } from '../../lib/failed-payment.ts';
import { originState } from '../../lib/origin.ts';
import { useSession } from '../../lib/session.tsx';
import { toast } from '../../lib/toast.ts';
import { EARLIER_PLAN, endedCheckout } from './ended-checkout.ts';
import { useRedirectSoon } from './use-redirect-soon.ts';

/**
 * Handles the query parameters set by the checkout: confirms them with the server and removes them (spec
 * accounts §2 Pricing). `status=success` without a paid checkout of this user has no effect
 * (docs/deviations.md 2). Whose session ended during the checkout logs in first. Returns whether the checkout was a second trial,
 * which the server refused.
 */
export function useCheckoutReturn(): { trialRefused: boolean } {
  const [query, setQuery] = useSearchParams();
  const { user, loading } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const started = useRef(false);
  const redirectSoon = useRedirectSoon();
  const [trialRefused, setTrialRefused] = useState(false);
  const showActivated = useActivationToast();
  const status = query.get('status');
  const sessionId = query.get('session_id');
  const devMode = query.get('dev_mode') === 'true';
  const returned = status !== null || query.has('dev_mode');

  useEffect(() => {
    if (!returned || loading || started.current) return;
    started.current = true;
    if (!user && status === 'success' && sessionId) {
      void navigate('/login', { replace: true, state: { ...originState(location), reason: 'checkout' } });
      return;
    }
    const origin = checkoutOrigin(query);
    setQuery({}, { replace: true });
    if (status === 'canceled') {
      toast.info(MESSAGES.payments.canceled, { id: 'checkout-return' });
      // The tool has kept what was typed.
      if (origin) void navigate(origin.path, { replace: true });
      return;
    }
    const checkout = devMode
      ? { devMode: true as const }
      : status === 'success' && sessionId
        ? { sessionId }
        : null;
    if (checkout && user) void confirm(checkout);

    async function confirm(input: { sessionId: string } | { devMode: true }): Promise<void> {
      try {
        const order = await invoke(PAYMENT_CALLS.confirmCheckout, input);
        void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
        void client.invalidateQueries({ queryKey: BILLING_KEY });
        const account = await client.fetchQuery(ACCOUNT_QUERY).catch(() => undefined);
        if (order.status === 'paid' && account && account.plan !== 'unlimited') {
          // The address of an earlier return, such as from the browser's history.
          toast.info(EARLIER_PLAN, { id: 'payment', duration: LONG_TOAST_MS });
        } else if (order.status === 'paid') {
          showActivated();
          redirectSoon(origin?.path ?? '/dashboard');
        } else if (order.failureReason === 'repeated-trial') {
          setTrialRefused(true);
        } else if (order.status === 'failed') {
          await reportFailure();
        } else if (order.status === 'open') {
          toast.info(MESSAGES.payments.pending, { id: 'payment' });
        } else {
          const ended = endedCheckout(order.status);
          if (ended) toast.info(ended, { id: 'payment', duration: LONG_TOAST_MS });
        }
      } catch (error) {
        if (error instanceof CallError && error.code === 'unavailable') {
          // The provider's event or the daily sync settles the order.
          toast.info(MESSAGES.payments.pending, { id: 'payment', duration: LONG_TOAST_MS });
          return;
        }
        toast.error(isUnknownCheckout(error) ? MESSAGES.payments.otherCheckout : failureMessage(error), {
          id: 'payment',
        });
      }
    }
  }, [
    returned,
    loading,
    status,
    sessionId,
    devMode,
    user,
    query,
    setQuery,
    client,
    navigate,
    location,
    showActivated,
    redirectSoon,
  ]);
  return { trialRefused };
}

/** Another account's checkout, or an address typed by hand. */
function isUnknownCheckout(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'not_found' || error.code === 'validation_failed');
}
