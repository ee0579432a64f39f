import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type LeadDatabase, LeadQuote } from '#contract/leads.ts';
import { invoke } from '../../../lib/calls.ts';
import { DATABASES } from '../databases.ts';
import { type LeadFilter, wireFilters } from '../lead-filter.ts';
import type { ExportOptions } from './export-choice.ts';

/** What an export would cost, and how many of its leads are free; undefined until it is known. */
export function useExportQuote(
  database: LeadDatabase,
  filter: LeadFilter,
  options: ExportOptions,
  enabled: boolean,
): LeadQuote | undefined {
  const { data } = useQuery({ ...quoteOf(database, filter, options), enabled });
  return enabled ? data : undefined;
}

/** Returns what finds out the cost of an export, which may be known already. Throws CallError. */
export function useExportCost(
  database: LeadDatabase,
  filter: LeadFilter,
): (options: ExportOptions) => Promise<number> {
  const client = useQueryClient();
  return async (options) => (await client.ensureQueryData(quoteOf(database, filter, options))).cost;
}

function quoteOf(database: LeadDatabase, filter: LeadFilter, { leads, first, withEmail }: ExportOptions) {
  const body = {
    action: 'quote' as const,
    filters: wireFilters(database, filter),
    ...(leads && { leads }),
    ...(first !== undefined && { first }),
    ...(withEmail && { withEmail }),
  };
  return queryOptions({
    queryKey: quoteKey(database, body),
    queryFn: async ({ signal }) => LeadQuote.parse(await invoke(DATABASES[database].call, body, { signal })),
    retry: false,
  });
}

/** Without `body`: of all quotes of a database. */
export function quoteKey(database: LeadDatabase, body?: object) {
  return ['leads', database, 'quote', ...(body ? [body] : [])];
}
