import { RotateCw, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { isChunkError, reloadOnce } from './chunk-error.ts';

/** What stands where a page failed. */
export function RouteError() {
  const error = useRouteError();
  const chunkMissing = isChunkError(error);
  const [reloading, setReloading] = useState(chunkMissing);

  useEffect(() => {
    if (chunkMissing) setReloading(reloadOnce());
  }, [chunkMissing]);

  if (reloading) return <PageLoading />;
  return (
    <div role="alert" className="flex min-h-[70dvh] items-center justify-center p-4">
      <title>Something went wrong · Leadwell</title>
      <EmptyState
        icon={Unplug}
        title={chunkMissing ? 'A part of this page could not be loaded' : 'This page ran into a problem'}
        action={
          <Button onClick={() => location.reload()}>
            <RotateCw aria-hidden /> Reload the page
          </Button>
        }
      >
        {chunkMissing
          ? 'The server may be restarting, or the connection is down. Your tasks go on without this page.'
          : 'Something in it broke while it was drawn. Your account, tasks and results are safe on the server; reloading usually helps.'}
      </EmptyState>
    </div>
  );
}
