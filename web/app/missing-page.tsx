import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { SITE_CALLS } from '#contract/calls/site-calls.ts';
import { MESSAGES } from '#contract/messages.ts';
import { SiteHeader } from '../kit/site/site-header.tsx';
import { invoke } from '../lib/calls.ts';
import { Button } from '../ui/button.tsx';

const MAX_LOGGED_CHARS = 2048;

/** Says that the page is missing. The server logs the path (spec accounts §2). */
export function MissingPage() {
  const { pathname } = useLocation();
  // A query instead of an effect, so that re-renders don't report the same path again.
  useQuery({
    queryKey: ['missing-page', pathname],
    queryFn: () => invoke(SITE_CALLS.missingPage, { path: pathname.slice(0, MAX_LOGGED_CHARS) }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div className="flex min-h-[60dvh] max-w-xl flex-col justify-center">
      <title>Page not found · Leadwell</title>
      <p className="text-lg font-medium text-muted-foreground tabular-nums">404</p>
      <h1 className="mt-1 text-3xl">Page not found</h1>
      <p className="mt-3 text-lg text-muted-foreground">{MESSAGES.shell.pageMissing}</p>
      <p className="mt-3 font-mono text-sm break-all text-muted-foreground">{pathname}</p>
      <div className="mt-8">
        <Button asChild>
          <Link to="/">{MESSAGES.shell.returnHome}</Link>
        </Button>
      </div>
    </div>
  );
}

/** The 404 page outside of the dashboard. */
export function Component() {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-6xl px-4 py-8 md:px-6">
        <MissingPage />
      </main>
    </>
  );
}
