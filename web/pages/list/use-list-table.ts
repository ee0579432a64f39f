import { useEffect, useMemo, useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import type { ListView } from '#contract/lists.ts';
import { type ListPart, listFilter } from '../../kit/list-params.ts';
import { invoke } from '../../lib/calls.ts';
import { RowWindows, WINDOW_ROWS } from './row-windows.ts';

/** A list as its table shows it. */
export interface ListTable {
  windows: RowWindows;
  /** null until the first rows have come */
  list: ListView | null;
  total: number | null;
  /** rows that exclusion lists leave out */
  leftOut: number;
  error: unknown;
  retry: () => void;
  /** shows the list as a reply has it */
  setList: (list: ListView) => void;
}

/** The rows of a list for a search, filters and an order. The list stays while others load. `leaveOut`: IDs of
 * exclusion lists, with commas between them. */
export function useListTable(id: string, { search, where, sort }: ListPart, leaveOut: string): ListTable {
  const [list, setList] = useState<ListView | null>(null);
  const [total, setTotal] = useState<number | null>(null);
  const [leftOut, setLeftOut] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const query = JSON.stringify({
    id,
    ...listFilter({ search, where }),
    ...(leaveOut ? { leaveOut } : {}),
    ...(sort ? { sort: sort.column, direction: sort.descending ? 'desc' : 'asc' } : { direction: 'asc' }),
  });
  const windows = useMemo(() => {
    const input = JSON.parse(query) as {
      id: string;
      search: string;
      where?: string;
      leaveOut?: string;
      sort?: string;
      direction: 'asc' | 'desc';
    };
    return new RowWindows({
      load: (window, signal) =>
        invoke(
          LIST_CALLS.listRows,
          { ...input, page: window + 1, limit: WINDOW_ROWS, order: 'added' },
          { signal },
        ),
      onLoaded(loaded) {
        setList(loaded.list);
        setTotal(loaded.total);
        setLeftOut(loaded.leftOut);
        setError(null);
      },
      onFailure: setError,
    });
  }, [query]);
  useEffect(() => {
    setTotal(null);
    windows.show(0, WINDOW_ROWS);
    return () => windows.close();
  }, [windows]);
  const retry = () => {
    setError(null);
    void windows.refresh();
  };
  return { windows, list, total, leftOut, error, retry, setList };
}
