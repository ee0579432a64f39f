import { useQuery } from '@tanstack/react-query';
import { CALLS } from '#contract/calls.ts';
import { ACCOUNT_KEY } from '../../lib/account.ts';
import { invoke } from '../../lib/calls.ts';
import { useSession } from '../../lib/session.tsx';
import { ownTimeZone } from '../../lib/time-zone.ts';

/** The last 30 days. They are refreshed with the account, after anything that may spend credits. */
export function useAnalytics() {
  const { user } = useSession();
  return useQuery({
    queryKey: [...ACCOUNT_KEY, 'analytics', user?.id],
    queryFn: ({ signal }) => invoke(CALLS.accountAnalytics, { timeZone: ownTimeZone() }, { signal }),
    enabled: user !== null,
  });
}
