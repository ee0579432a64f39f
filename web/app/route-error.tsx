import { RotateCw, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageLoading } from '../ui/page-loading.tsx';
import { isChunkError, reloadWhenAvailable } from './chunk-error.ts';

/** How long to show the loading state before the error. */
const LOADING_MS = 1_500;

/** The error boundary of a page. If a chunk is missing, it reloads the page once the server responds. */
export function RouteError() {
  const error = useRouteError();
  const chunkMissing = isChunkError(error);
  const [reloading, setReloading] = useState(chunkMissing);

  useEffect(() => {
    if (!chunkMissing) return;
    const unmounted = new AbortController();
    const timer = setTimeout(() => setReloading(false), LOADING_MS);
    void reloadWhenAvailable(unmounted.signal).then((reloads) => setReloading(reloads));
    return () => {
      unmounted.abort();
      clearTimeout(timer);
    };
  }, [chunkMissing]);

  if (reloading) return <PageLoading />;
  return (
    <div role="alert" className="flex min-h-[70dvh] items-center justify-center p-4">
      <title>Something went wrong · Leadwell</title>
      <EmptyState
        icon={Unplug}
        title={chunkMissing ? "We couldn't load part of this page" : 'Something went wrong on this page'}
        action={
          <Button onClick={() => location.reload()}>
            <RotateCw aria-hidden /> Reload page
          </Button>
        }
      >
        {chunkMissing
          ? 'The server may be restarting, or you may be offline. This page reloads once the server responds. Your tasks keep running.'
          : 'Your account, tasks and results are safe on the server. Reloading the page usually helps.'}
      </EmptyState>
    </div>
  );
}
