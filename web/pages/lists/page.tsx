import { failureMessage } from '../../lib/calls.ts';
import { useLists } from '../../lib/lists.ts';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListIndex } from './list-index.tsx';
import { lists } from './page.ts';

/** All saved lists. */
export function Component() {
  const { data, error, isFetching, refetch } = useLists();
  return (
    <>
      <PageHeader title={lists.title} help={lists.description} />
      {error && !data && (
        <LoadFailure title="We couldn't load your lists" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)}
        </LoadFailure>
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading your lists">
          <Skeleton className="h-64 w-full rounded-xl" />
        </div>
      )}
      {data && <ListIndex {...data} />}
    </>
  );
}
