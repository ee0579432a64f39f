import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { CALLS } from '#contract/calls.ts';
import { UPGRADE_REDIRECT_MS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { ACCOUNT_KEY, useAccount } from '../../lib/account.ts';
import { invoke } from '../../lib/calls.ts';
import { useSession } from '../../lib/session.tsx';
import { toast } from '../../lib/toast.ts';

/** Upgrades staff who visit the pricing page (spec accounts §2 Pricing). The server decides who is staff. */
export function useStaffUpgrade(): void {
  const { user } = useSession();
  const { data: account } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const checked = useRef(false);
  const free = account !== undefined && account.plan !== 'unlimited';
  useEffect(() => {
    if (!user || !free || checked.current) return;
    checked.current = true;
    invoke(CALLS.staffCheck, { email: user.email }).then(
      ({ success }) => {
        if (!success) return;
        toast.success(MESSAGES.payments.upgraded, { id: 'payment' });
        void client.invalidateQueries({ queryKey: ACCOUNT_KEY });
        setTimeout(() => navigate('/dashboard'), UPGRADE_REDIRECT_MS);
      },
      // Ignore errors: staff have the plan even without this call.
      () => {},
    );
  }, [user, free, client, navigate]);
}
