import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#contract/errors.ts';

/** One retry and no refetch on focus (spec accounts §9). A refusal stays one, so only what may pass is tried again. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= 1) return false;
  return !(error instanceof CallError) || error.status >= 500;
}

/** The cache of what one person has loaded. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline fails at once and says so; else a call would wait without a word, and start a task when nobody looks any more.
      queries: { retry: mayRetry, refetchOnWindowFocus: false, staleTime: 5_000, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}
