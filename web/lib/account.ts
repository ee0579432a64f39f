import { useQuery } from '@tanstack/react-query';
import { CALLS } from '#contract/calls.ts';
import { invoke } from './calls.ts';
import { useSession } from './session.tsx';

export const ACCOUNT_KEY = ['account'] as const;

/** The account: plan, credits, trial. Invalidate ACCOUNT_KEY after anything that may spend credits. */
export function useAccount() {
  const { user } = useSession();
  return useQuery({
    queryKey: ACCOUNT_KEY,
    queryFn: ({ signal }) => invoke(CALLS.account, {}, { signal }),
    enabled: user !== null,
  });
}
