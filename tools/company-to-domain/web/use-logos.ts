import { useQuery } from '@tanstack/react-query';
import { invoke } from '#web/lib/calls.ts';
import { companyToDomain } from '../definition.ts';
import type { CompanyView } from './view.ts';

const NONE: Readonly<Record<string, string>> = {};

/** Logos of the shown rows by domain, as data URLs from our server: nothing is loaded from other sites. */
export function useLogos(taskId: string, views: readonly CompanyView[]): Readonly<Record<string, string>> {
  const positions = views
    .flatMap(({ row, position }) => (row.logo && row.domain ? [position] : []))
    .sort((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['company-logos', taskId, positions],
    queryFn: ({ signal }) => invoke(companyToDomain.calls.logos, { id: taskId, positions }, { signal }),
    enabled: positions.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Rows arrive one by one; the logos so far stay.
    placeholderData: (before) => before,
  });
  return data?.logos ?? NONE;
}
