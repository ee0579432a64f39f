import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CALLS } from '#contract/calls.ts';
import type { ListRow, ListView } from '#contract/lists.ts';
import { LIST_PAGE_ROWS, type ListPart } from '../../kit/list-params.ts';
import { invoke } from '../../lib/calls.ts';
import { LISTS_KEY } from '../../lib/lists.ts';

/** A page of rows, and the list they belong to. */
export interface ListPage {
  list: ListView;
  rows: ListRow[];
  /** rows that match the search and the filters */
  total: number;
}

/** The shown part of a list. The current part stays until the next one has loaded. */
export function useList(id: string, { search, where, sort, page }: ListPart) {
  const conditions = where.map(({ column, is, value }) => ({ fields: [column], is, value }));
  const input = {
    id,
    search,
    ...(conditions.length > 0 ? { where: JSON.stringify(conditions) } : {}),
    page,
    limit: LIST_PAGE_ROWS,
    ...(sort ? { sort: sort.column, direction: sort.descending ? ('desc' as const) : ('asc' as const) } : {}),
  };
  return useQuery({
    queryKey: [...LISTS_KEY, 'rows', input],
    queryFn: ({ signal }): Promise<ListPage> => invoke(CALLS.listRows, input, { signal }),
    placeholderData: keepPreviousData,
  });
}
