import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { createQueryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.tsx';

/** What the pages that load data stand in. Every person has a cache of their own: nothing of one is shown to the next. */
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
