import { useQuery } from '@tanstack/react-query';
import { Compass } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { CALLS } from '#contract/calls.ts';
import { MESSAGES } from '#contract/messages.ts';
import { invoke } from '../lib/calls.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

const MAX_LOGGED_CHARS = 2048;

/** Any address that leads nowhere; the server logs it (spec accounts §2). */
export function Component() {
  const { pathname } = useLocation();
  // A query rather than an effect: it is told once for each address, whatever redraws the page.
  useQuery({
    queryKey: ['missing-page', pathname],
    queryFn: () => invoke(CALLS.missingPage, { path: pathname.slice(0, MAX_LOGGED_CHARS) }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <main className="flex min-h-[70dvh] flex-col items-center justify-center p-4">
      <title>Page not found · Leadwell</title>
      <h1 className="text-4xl tabular-nums">404</h1>
      <EmptyState
        icon={Compass}
        title="Page not found"
        className="py-6"
        action={
          <Button asChild>
            <Link to="/">{MESSAGES.shell.returnHome}</Link>
          </Button>
        }
      >
        {MESSAGES.shell.pageMissing}
        <span className="mt-2 block font-mono text-xs break-all">{pathname}</span>
      </EmptyState>
    </main>
  );
}
