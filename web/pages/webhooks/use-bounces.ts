import { useQuery } from '@tanstack/react-query';
import { BOUNCE_CALLS } from '#contract/calls/bounce-calls.ts';
import { invoke } from '../../lib/calls.ts';

export const BOUNCES_KEY = ['bounces'] as const;

/** The address for providers, and what was reported lately. Invalidate BOUNCES_KEY after a change. */
export function useBounces() {
  return useQuery({
    queryKey: BOUNCES_KEY,
    queryFn: ({ signal }) => invoke(BOUNCE_CALLS.bounceReports, {}, { signal }),
  });
}
