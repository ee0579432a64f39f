import { useInfiniteQuery } from '@tanstack/react-query';
import { CALLS } from '#contract/calls.ts';
import { invoke } from '../../lib/calls.ts';
import { useSession } from '../../lib/session.tsx';

const PAGE = 50;

/** The credit ledger of the signed-in person, latest first, page by page. */
export function useEntries() {
  const { user } = useSession();
  return useInfiniteQuery({
    queryKey: ['credit-entries', user?.id],
    queryFn: ({ signal, pageParam }) =>
      invoke(CALLS.creditEntries, { before: pageParam, limit: PAGE }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: user !== null,
    staleTime: 0,
  });
}
