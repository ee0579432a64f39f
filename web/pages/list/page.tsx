import { FileQuestion } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { LEAVE_OUT_MAX } from '#contract/list-exclusions.ts';
import type { ListView } from '#contract/lists.ts';
import { chosenRows, readListPart, writeListPart } from '../../kit/list-params.ts';
import { failureMessage } from '../../lib/calls.ts';
import { LISTS_PATH, TOUR_PARAMETER, useLists, useListsAfter } from '../../lib/lists.ts';
import { useQueryState } from '../../lib/use-query-state.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ListHeader } from './list-header.tsx';
import { ListTableCard } from './list-table-card.tsx';
import { list } from './page.ts';
import { useColumnView } from './use-column-view.ts';
import { useListDialogs } from './use-list-dialogs.ts';
import { useListEdits } from './use-list-edits.ts';
import { useListTable } from './use-list-table.ts';

const AutoRunWait = lazy(() => import('./auto-run-wait.tsx'));

/** One list as a table in which tools fill columns. The URL contains the search, filters and order. */
export function Component() {
  const id = z.uuid().safeParse(useParams().id).data;
  return id ? <OpenList key={id} id={id} /> : <UnknownList />;
}

/** Waits for the exclusion lists: without them, the table would have people whom it leaves out. */
function OpenList({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useLists();
  if (data) return <OpenTable id={id} lists={data.lists} />;
  return error ? <Failure error={error} busy={isFetching} onRetry={() => void refetch()} /> : <LoadingList />;
}

function OpenTable({ id, lists }: { id: string; lists: readonly ListView[] }) {
  const [params, setParams] = useQueryState();
  const [view, setView] = useColumnView(id);
  const exclusions = lists.filter((each) => each.excludes !== null && each.id !== id).slice(0, LEAVE_OUT_MAX);
  const leaveOut = exclusions.map((each) => each.id).filter((each) => !view.turnedOff.includes(each));
  const known = lists.find((each) => each.id === id);
  const table = useListTable({ id, known }, readListPart(params), leaveOut.join(','));
  const { part } = table;
  useListsAfter(table.error);
  const edits = useListEdits(table, table.list, table.total);
  const dialogs = useListDialogs(
    params.get('run') === 'failed'
      ? { kind: 'run', steps: null, cells: 'failed' }
      : params.get('run') === 'all'
        ? { kind: 'run', steps: null }
        : null,
  );
  const [tour, setTour] = useState({ begins: params.get(TOUR_PARAMETER) === '1', exported: false });
  // A reload doesn't ask again.
  useEffect(() => setParams((before) => withoutRun(before), { replace: true }), [setParams]);
  if (table.error instanceof CallError && table.error.code === 'not_found') return <UnknownList />;
  if (table.error && !table.list) return <Failure error={table.error} onRetry={table.retry} />;
  if (!table.list) return <LoadingList />;
  return (
    <>
      <ListHeader
        list={table.list}
        chosen={{
          ...chosenRows(part, table.list.columns),
          ...(leaveOut.length > 0 ? { leaveOut: leaveOut.join(',') } : {}),
        }}
        onChanged={table.setList}
        dating={edits.dating}
        onExport={() => setTour((before) => ({ ...before, exported: true }))}
        onImport={() => dialogs.open({ kind: 'import' })}
        onReceive={() => dialogs.open({ kind: 'inbox' })}
      />
      {table.list.autoCap !== null && (
        <Suspense fallback={null}>
          <AutoRunWait list={table.list} onChanged={table.setList} />
        </Suspense>
      )}
      <ListTableCard
        list={table.list}
        table={table}
        edits={edits}
        part={part}
        dialogs={dialogs}
        view={view}
        setView={setView}
        exclusions={exclusions}
        leaveOut={leaveOut}
        tour={tour}
        onPart={(change) => setParams((before) => writeListPart(before, change), { replace: true })}
      />
    </>
  );
}

function Failure({ error, ...more }: { error: unknown; busy?: boolean; onRetry: () => void }) {
  return (
    <>
      <PageHeader title={list.title} />
      <LoadFailure title="We couldn't load this list" {...more}>
        {failureMessage(error)}
      </LoadFailure>
    </>
  );
}

function LoadingList() {
  return (
    <>
      <PageHeader title={list.title} />
      <div role="status" aria-label="Loading the list">
        <Skeleton className="h-96 w-full rounded-xl" />
      </div>
    </>
  );
}

function withoutRun(before: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(before);
  params.delete('run');
  params.delete(TOUR_PARAMETER);
  return params;
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
