import { useQuery } from '@tanstack/react-query';
import { type LeadDatabase, LeadQuote } from '#contract/leads.ts';
import { invoke } from '../../../lib/calls.ts';
import { DATABASES } from '../databases.ts';
import { type LeadFilter, wireFilters } from '../lead-filter.ts';
import type { ExportOptions } from './export-choice.ts';

/** What an export would cost, and how many of its leads are free; undefined until it is known. */
export function useExportQuote(
  database: LeadDatabase,
  filter: LeadFilter,
  { leads, first, withEmail }: ExportOptions,
  enabled: boolean,
): LeadQuote | undefined {
  const body = {
    action: 'quote' as const,
    filters: wireFilters(database, filter),
    ...(leads && { leads }),
    ...(first !== undefined && { first }),
    ...(withEmail && { withEmail }),
  };
  const { data } = useQuery({
    queryKey: quoteKey(database, body),
    queryFn: async ({ signal }) => LeadQuote.parse(await invoke(DATABASES[database].call, body, { signal })),
    enabled,
    retry: false,
  });
  return enabled ? data : undefined;
}

/** Without `body`: of all quotes of a database. */
export function quoteKey(database: LeadDatabase, body?: object) {
  return ['leads', database, 'quote', ...(body ? [body] : [])];
}
