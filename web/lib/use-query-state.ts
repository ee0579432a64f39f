import { useCallback, useMemo } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';
import { queryChanges } from './query-changes.ts';

// One for the page, because several components change its query.
const changeQuery = queryChanges(() => window.location.search);

/**
 * The query of the page, and how to change it. A change gets the latest query, also if the page hasn't rendered it yet.
 * useSearchParams hands over the rendered one, so that two quick changes lose the first. The page doesn't scroll to its
 * top, because the filter or page button in use would move away.
 */
export function useQueryState() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const change = useCallback(
    (next: (before: URLSearchParams) => URLSearchParams, options?: NavigateOptions) =>
      changeQuery(next, async (changed) => navigate(changed, { preventScrollReset: true, ...options })),
    [navigate],
  );
  return [params, change] as const;
}
