import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { PAYMENT_CALLS } from '#contract/calls/payment-calls.ts';
import { LONG_TOAST_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { invoke } from './calls.ts';
import { useSession } from './session.tsx';
import { toast } from './toast.ts';

/** The page with the activation code of the browser extensions. */
const ACTIVATION_PATH = '/payment-success';

/** The activation code of the signed-in account, or of a paid checkout. Null with a message for others. */
export function useActivationCode(sessionId?: string) {
  const { user, loading } = useSession();
  return useQuery({
    queryKey: ['activation-code', sessionId, user?.id],
    queryFn: ({ signal }) => invoke(PAYMENT_CALLS.activationCode, { sessionId }, { signal }),
    enabled: !loading,
  });
}

/** Reports that the unlimited plan is active, with a link to the activation code. */
export function useActivationToast(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    toast.success(MESSAGES.payments.activated, {
      id: 'payment',
      duration: LONG_TOAST_MS,
      action: { label: 'Get activation code', onClick: () => navigate(ACTIVATION_PATH) },
    });
  }, [navigate]);
}
