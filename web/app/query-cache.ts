import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#contract/errors.ts';

/** Whether to retry a failed query: once (spec accounts §9), unless the server refused the request. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= 1) return false;
  return !(error instanceof CallError) || error.status >= 500;
}

/** The query cache of one user. Queries don't refetch on focus (spec accounts §9), apart from those of work that goes on elsewhere. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Fail at once when offline. By default calls wait silently and might start a task much later.
      queries: {
        retry: mayRetry,
        refetchOnWindowFocus: false,
        // Not the default with this network mode. What failed while offline is fetched again.
        refetchOnReconnect: true,
        staleTime: 5_000,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Whose data the page has loaded. Another number means another cache. */
export interface CacheOwner {
  /** a user, null for a visitor, and undefined until the session is known */
  id: string | null | undefined;
  number: number;
}

/**
 * The owner after the session changes. The first known one takes over what was there before: a new cache mounts the page
 * again, and what was typed while the session loaded would be lost.
 */
export function nextCacheOwner(before: CacheOwner, id: CacheOwner['id']): CacheOwner {
  if (id === undefined || id === before.id) return before;
  return { id, number: before.id === undefined ? before.number : before.number + 1 };
}
