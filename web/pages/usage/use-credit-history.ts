import { useInfiniteQuery } from '@tanstack/react-query';
import { CALLS } from '#contract/calls.ts';
import { invoke } from '../../lib/calls.ts';
import { useSession } from '../../lib/session.tsx';
import { ownTimeZone } from '../../lib/time-zone.ts';
import { type CreditPart, creditFilter } from './history-part.ts';

const PAGE_LINES = 50;

/** The lines of the signed-in user's credit history that a part has, newest first, paginated. */
export function useCreditHistory(part: CreditPart) {
  const { user } = useSession();
  return useInfiniteQuery({
    queryKey: ['credit-history', user?.id, part],
    queryFn: ({ signal, pageParam }) =>
      invoke(
        CALLS.creditHistory,
        { ...creditFilter(part, ownTimeZone()), before: pageParam, limit: PAGE_LINES },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: user !== null,
    staleTime: 0,
    placeholderData: (before) => before,
  });
}
