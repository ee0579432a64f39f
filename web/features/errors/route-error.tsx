import { RotateCw, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageLoading } from '../../ui/page-loading.tsx';
import { isChunkError, reloadWhenAnswered } from './chunk-error.ts';

/** How long a page that is being fetched anew may look as if it only loaded. */
const PATIENCE_MS = 1_500;

/** What stands where a page failed. A part that is missing is fetched anew once the server answers. */
export function RouteError() {
  const error = useRouteError();
  const chunkMissing = isChunkError(error);
  const [quiet, setQuiet] = useState(chunkMissing);

  useEffect(() => {
    if (!chunkMissing) return;
    const left = new AbortController();
    const patience = setTimeout(() => setQuiet(false), PATIENCE_MS);
    void reloadWhenAnswered(left.signal).then((reloads) => setQuiet(reloads));
    return () => {
      left.abort();
      clearTimeout(patience);
    };
  }, [chunkMissing]);

  if (quiet) return <PageLoading />;
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
          ? 'The server may be restarting, or the connection is down. The page comes back by itself when the server answers; your tasks go on meanwhile.'
          : 'Something in it broke while it was drawn. Your account, tasks and results are safe on the server; reloading usually helps.'}
      </EmptyState>
    </div>
  );
}
