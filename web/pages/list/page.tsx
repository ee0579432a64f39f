import { FileQuestion } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { readListPart, writeListPart } from '../../kit/list-params.ts';
import { useRowSelection } from '../../kit/use-row-selection.ts';
import { failureMessage } from '../../lib/calls.ts';
import { LISTS_PATH } from '../../lib/lists.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { nextSort } from '../../ui/row-sort.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListHeader } from './list-header.tsx';
import { ListRows } from './list-rows.tsx';
import { list } from './page.ts';
import { StartFromList } from './start-from-list.tsx';
import { useList } from './use-list.ts';

/** One saved list. The URL contains the search, filters, order, page and the tool to use. */
export function Component() {
  const id = z.uuid().safeParse(useParams().id).data;
  return id ? <OpenList key={id} id={id} /> : <UnknownList />;
}

function OpenList({ id }: { id: string }) {
  const [params, setParams] = useQueryState();
  const part = readListPart(params);
  const { data, error, isFetching, refetch } = useList(id, part);
  const selection = useRowSelection(JSON.stringify([part.search, part.where]));
  if (error instanceof CallError && error.code === 'not_found') return <UnknownList />;
  if (error && !data)
    return (
      <>
        <PageHeader title={list.title} />
        <LoadFailure title="We couldn't load this list" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)}
        </LoadFailure>
      </>
    );
  if (!data)
    return (
      <>
        <PageHeader title={list.title} />
        <div role="status" aria-label="Loading the list">
          <Skeleton className="h-96 w-full rounded-xl" />
        </div>
      </>
    );
  return (
    <>
      <ListHeader list={data.list} />
      <StartFromList list={data.list} part={part} selection={selection} />
      <ListRows
        list={data.list}
        shown={data}
        part={part}
        selection={selection}
        onPart={(change) => setParams((before) => writeListPart(before, change), { replace: !change.page })}
        onSort={(column) =>
          setParams(
            (before) => writeListPart(before, { sort: nextSort(readListPart(before).sort, column) }),
            { replace: true },
          )
        }
      />
    </>
  );
}

function UnknownList() {
  return (
    <>
      <PageHeader title={list.title} />
      <Card>
        <EmptyState
          icon={FileQuestion}
          title="This list doesn't exist"
          action={
            <Button asChild variant="secondary">
              <Link to={LISTS_PATH}>All lists</Link>
            </Button>
          }
        >
          It may have been deleted, or it belongs to another account.
        </EmptyState>
      </Card>
    </>
  );
}
