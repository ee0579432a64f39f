import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.tsx';

/**
 * The parent of pages that load data. Each user has a separate cache, so users never see each other's data.
 */
export function Component() {
  const { user } = useSession();
  return <PersonalCache key={user?.id ?? 'visitor'} />;
}

function PersonalCache() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <Outlet />
    </QueryClientProvider>
  );
}
