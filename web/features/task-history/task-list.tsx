import { History, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { MESSAGES } from '#contract/messages.ts';
import { useTasks } from '../../kit/use-task.ts';
import { messageOf } from '../../lib/calls.ts';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TaskTable } from './task-table.tsx';

const PAGE_TASKS = 20;

/** All tasks of the account, newest first, paginated. Running tasks update automatically. */
export function TaskList() {
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const { data, error, isFetching, refetch, dataUpdatedAt } = useTasks(PAGE_TASKS, page);
  const pages = Math.ceil((data?.count ?? 0) / PAGE_TASKS);
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    setRefreshing(true);
    await refetch();
    setRefreshing(false);
  };

  const turn = (to: number) => {
    setParams(to > 1 ? { page: String(to) } : {});
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <PageHeader
        title="Task History"
        help="All your tasks and their results. Running tasks continue after you close this page."
        actions={
          <Button variant="secondary" busy={refreshing} onClick={refresh}>
            {!refreshing && <RefreshCw aria-hidden />}
            Refresh
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-3" aria-busy={!data && isFetching}>
        {error && (
          <LoadFailure
            title={data ? "We couldn't refresh the list" : "We couldn't load your tasks"}
            busy={refreshing}
            onRetry={refresh}
          >
            {data
              ? 'This list may be out of date.'
              : `${messageOf(error)} Your tasks are safe on the server.`}
          </LoadFailure>
        )}
        {!data && !error && <LoadingRows />}
        {data?.count === 0 && <NoTasks />}
        {data && data.tasks.length === 0 && data.count > 0 && <PastTheEnd onFirst={() => turn(1)} />}
        {data && data.tasks.length > 0 && <TaskTable tasks={data.tasks} tick={dataUpdatedAt} />}
        {data && data.tasks.length > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3 pt-1">
            <p role="status" className="text-sm text-muted-foreground tabular-nums">
              {plural(data.count, 'task')}
            </p>
            {pages > 1 && <Pagination label="Pages of tasks" page={page} pages={pages} onPage={turn} />}
          </div>
        )}
      </div>
    </>
  );
}

/** Shown for a page number past the end. */
function PastTheEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={History}
        title="This page has no tasks"
        action={
          <Button variant="secondary" onClick={onFirst}>
            Show the latest tasks
          </Button>
        }
      >
        Your task history ends before this page.
      </EmptyState>
    </Card>
  );
}

function NoTasks() {
  return (
    <Card>
      <EmptyState
        icon={History}
        title={MESSAGES.tasks.none}
        action={
          <Button asChild>
            <Link to="/dashboard/website-extraction">Start with Website Extraction</Link>
          </Button>
        }
      >
        Paste a list of websites, and their emails, phone numbers and social profiles appear here.
      </EmptyState>
    </Card>
  );
}

function LoadingRows() {
  return (
    <Card role="status" aria-label="Loading your tasks">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div
          key={key}
          className="flex min-h-16 items-center justify-between gap-4 border-b border-border px-4 last:border-b-0 md:px-5"
        >
          <div className="grid gap-1.5">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-3.5 w-32" />
          </div>
          <Skeleton className="h-6 w-24 rounded-full" />
        </div>
      ))}
    </Card>
  );
}
