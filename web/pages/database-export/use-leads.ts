import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { LeadCount, type LeadDatabase, LeadRows, LeadSuggestions, LeadTotal } from '#contract/leads.ts';
import { LEAD_PAGE_ROWS } from '#contract/limits.ts';
import type { LeftOutBy } from '#contract/list-exclusions.ts';
import type { ListView } from '#contract/lists.ts';
import { invoke } from '../../lib/calls.ts';
import { DATABASES } from './databases.ts';
import { isApplied, type LeadFilter, wireFilters } from './lead-filter.ts';
import { leadPageCount } from './lead-page.ts';

const NO_ONE: LeftOutBy = [];

/** The number of leads in a database, and their source. */
export function useTotal(database: LeadDatabase) {
  return useQuery({
    queryKey: ['leads', database, 'total'],
    queryFn: async ({ signal }) =>
      LeadTotal.parse(await invoke(DATABASES[database].call, { action: 'total' }, { signal })),
    staleTime: 60_000,
  });
}

/**
 * The count and one page of the leads that match a filter. Makes no request without a filter (spec lead tools
 * §4). `page` is the requested page, or the last one if there are fewer. `isReady`: the exclusion lists of the filter are known.
 */
export function useLeads(
  database: LeadDatabase,
  filter: LeadFilter,
  { page: requested, isReady }: { page: number; isReady: boolean },
) {
  const filters = useMemo(() => wireFilters(database, filter), [database, filter]);
  const enabled = isReady && isApplied(filter);
  const { call } = DATABASES[database];
  const counting = queryOptions({
    queryKey: ['leads', database, 'count', filters],
    queryFn: async ({ signal }) =>
      LeadCount.parse(await invoke(call, { action: 'count', filters }, { signal })),
    enabled,
  });
  const count = useQuery({ ...counting, select: (reply) => reply.count });
  const { data: leftOut = 0 } = useQuery({ ...counting, select: (reply) => reply.leftOut });
  const { data: leftOutBy = NO_ONE } = useQuery({ ...counting, select: (reply) => reply.leftOutBy });
  const page = count.data === undefined ? requested : Math.min(requested, leadPageCount(count.data));
  const rows = useQuery({
    queryKey: ['leads', database, 'page', filters, page],
    queryFn: async ({ signal }) => {
      const offset = (page - 1) * LEAD_PAGE_ROWS;
      const reply = await invoke(
        call,
        { action: 'search', filters, limit: LEAD_PAGE_ROWS, offset },
        { signal },
      );
      const { leads, ids = [] } = LeadRows.parse(reply);
      return { leads, ids };
    },
    // Later pages need the count first, to know whether the page exists.
    enabled: enabled && (page === 1 || !count.isPending),
    // The columns are known while another page loads.
    placeholderData: keepPreviousData,
  });
  return { count, leftOut, leftOutBy, rows, page };
}

/** Searches and counts again when one of the lists that the search uses has other rows, such as leads that were saved to it. */
export function useListChanges(database: LeadDatabase, used: readonly ListView[]): void {
  const client = useQueryClient();
  const versions = useRef(new Map<string, number>());
  useEffect(() => {
    const known = versions.current;
    const changed = used.some(({ id, version }) => known.has(id) && known.get(id) !== version);
    for (const { id, version } of used) known.set(id, version);
    if (changed) void client.invalidateQueries({ queryKey: ['leads', database] });
  }, [client, database, used]);
}

/** The industries of a database, most frequent first. */
export function useIndustries(database: LeadDatabase, enabled: boolean) {
  return useQuery({
    queryKey: ['leads', database, 'industries'],
    queryFn: async ({ signal }) => {
      const reply = await invoke(
        DATABASES[database].call,
        { action: 'suggestions', field: DATABASES[database].industryField as never, searchTerm: null },
        { signal },
      );
      return LeadSuggestions.parse(reply).suggestions;
    },
    enabled,
    staleTime: 60_000,
  });
}
