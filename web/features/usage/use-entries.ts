import { useInfiniteQuery } from '@tanstack/react-query';
import { CALLS } from '#contract/calls.ts';
import { invoke } from '../../lib/calls.ts';
import { useSession } from '../../lib/session.tsx';

const PAGE_ENTRIES = 50;

/** The credit history of the signed-in user, newest first, paginated. */
export function useEntries() {
  const { user } = useSession();
  return useInfiniteQuery({
    queryKey: ['credit-entries', user?.id],
    queryFn: ({ signal, pageParam }) =>
      invoke(CALLS.creditEntries, { before: pageParam, limit: PAGE_ENTRIES }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: user !== null,
    staleTime: 0,
  });
}
