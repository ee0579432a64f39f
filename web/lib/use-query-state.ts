import { useCallback, useMemo } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router';

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

/** Goes to the same page with another query, such as `?q=roof`. Settles when the address bar has it, or never will. */
type Go = (search: string) => Promise<unknown>;

type ChangeQuery = (change: (before: URLSearchParams) => URLSearchParams, go: Go) => void;

/**
 * Changes the query of the page, each time from the one before. Neither the address bar nor the rendered page will
 * do for two changes in a row: both follow later. `search` reads the address bar.
 */
export function queryChanges(search: () => string): ChangeQuery {
  let going: { search: string } | null = null;
  return (change, go) => {
    const before = new URLSearchParams(going ? going.search : search());
    const mine = { search: `?${change(before)}` };
    going = mine;
    const arrived = () => {
      if (going === mine) going = null;
    };
    go(mine.search).then(arrived, arrived);
  };
}
