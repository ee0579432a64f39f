import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LEAD_CALLS } from '#contract/calls/lead-calls.ts';
import { LeadMap, type MapBox } from '#contract/leads.ts';
import { invoke } from '../../../lib/calls.ts';
import type { wireFilters } from '../lead-filter.ts';

/** Where the businesses that match are, in a part of the earth; null for all of it. */
export function useMap(filters: ReturnType<typeof wireFilters>, box: MapBox | null, enabled: boolean) {
  return useQuery({
    queryKey: ['leads', 'local_businesses', 'map', filters, box],
    queryFn: async ({ signal }) => {
      const body = { action: 'map', filters, box } as never;
      return LeadMap.parse(await invoke(LEAD_CALLS.localBusinesses, body, { signal }));
    },
    enabled,
    placeholderData: keepPreviousData,
  });
}
