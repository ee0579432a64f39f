import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { useSession } from '../lib/session.tsx';
import { type CacheOwner, createQueryClient, nextCacheOwner } from './query-cache.ts';

/**
 * The parent of pages that load data. Each user has a separate cache, so users never see each other's data.
 */
export function Component() {
  const { user, loading } = useSession();
  const [owner, setOwner] = useState<CacheOwner>({ id: undefined, number: 0 });
  const next = nextCacheOwner(owner, loading ? undefined : (user?.id ?? null));
  if (next !== owner) setOwner(next);
  return <PersonalCache key={next.number} />;
}

function PersonalCache() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}
