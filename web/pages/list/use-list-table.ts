import { useEffect, useMemo, useState } from 'react';
import { LIST_CALLS } from '#contract/calls/list-calls.ts';
import type { LeftOutBy } from '#contract/list-exclusions.ts';
import type { ListView } from '#contract/lists.ts';
import { type ListPart, listFilter, partOfColumns } from '../../kit/list-params.ts';
import { invoke } from '../../lib/calls.ts';
import { RowWindows, WINDOW_ROWS } from './row-windows.ts';

/** A list as its table shows it. */
export interface ListTable {
  windows: RowWindows;
  /** the search, the filters and the order, as far as the list has their columns */
  part: ListPart;
  /** null until the first rows have come */
  list: ListView | null;
  total: number | null;
  /** rows that exclusion lists leave out, in all and by list */
  leftOut: number;
  leftOutBy: LeftOutBy;
  error: unknown;
  retry: () => void;
  /** shows the list as a reply has it */
  setList: (list: ListView) => void;
}

const NONE = { leftOut: 0, leftOutBy: [] };

/**
 * The rows of a list for a search, filters and an order. The list stays while others load. `known`: the list as an earlier reply
 * had it, if one did. `leaveOut`: IDs of exclusion lists, with commas between them.
 */
export function useListTable(
  { id, known }: { id: string; known: ListView | undefined },
  wanted: ListPart,
  leaveOut: string,
): ListTable {
  const [list, setList] = useState<ListView | null>(null);
  const columns = (list ?? known)?.columns;
  const part = columns ? partOfColumns(wanted, columns) : wanted;
  const { search, where, sort } = part;
  const [total, setTotal] = useState<number | null>(null);
  const [{ leftOut, leftOutBy }, setLeftOut] = useState<Pick<ListTable, 'leftOut' | 'leftOutBy'>>(NONE);
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
        // Rows come while someone scrolls. The same list as another object would draw the page again each time.
        setList((before) => (isSameList(before, loaded.list) ? before : loaded.list));
        setTotal(loaded.total);
        setLeftOut(loaded);
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
  return { windows, part, list, total, leftOut, leftOutBy, error, retry, setList };
}

function isSameList(before: ListView | null, loaded: ListView): boolean {
  return before?.version === loaded.version && JSON.stringify(before) === JSON.stringify(loaded);
}
