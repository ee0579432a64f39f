import { useQueryClient } from '@tanstack/react-query';
import { FileQuestion, Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { TaskView } from '#contract/tasks.ts';
import { TaskPanel } from '../features/tasks/progress/task-panel.tsx';
import { CsvButton } from '../features/tasks/task-actions.tsx';
import { taskKey, useTask } from '../features/tasks/use-task.ts';
import { useTaskRows } from '../features/tasks/use-task-rows.ts';
import { UrlForm } from '../features/website-extraction/input/url-form.tsx';
import {
  type RowFilter,
  readRowFilter,
  writeRowFilter,
} from '../features/website-extraction/results/row-filter.ts';
import { WebsiteResults } from '../features/website-extraction/results/website-results.tsx';
import { useAccount } from '../lib/account.ts';
import { messageOf } from '../lib/calls.ts';
import { useSession } from '../lib/session.tsx';
import { Button } from '../ui/button.tsx';
import { Card, CardContent } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const PATH = '/dashboard/website-extraction';

/** The task that is shown lives in the address: reload, Back and a second tab come back to it. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const taskId = params.get('task');
  const client = useQueryClient();
  const { user } = useSession();
  const { data: account } = useAccount();

  const open = (task: TaskView) => {
    client.setQueryData(taskKey(task.id), task);
    setParams({ task: task.id });
    window.scrollTo({ top: 0 });
  };

  return (
    <>
      <PageHeader
        title="Website Extraction"
        help="Emails, phones and social profiles from any list of websites."
        actions={
          taskId && (
            <Button asChild variant="secondary">
              <Link to={PATH}>
                <Plus aria-hidden />
                New extraction
              </Link>
            </Button>
          )
        }
      />
      {taskId ? (
        <OpenTask key={taskId} id={taskId} />
      ) : (
        user && <UrlForm accountId={user.id} account={account} onStarted={open} />
      )}
    </>
  );
}

function OpenTask({ id }: { id: string }) {
  const known = z.uuid().safeParse(id).success;
  const {
    data: task,
    error,
    isFetching,
    refetch,
    dataUpdatedAt,
    errorUpdatedAt,
  } = useTask(known ? id : null);

  if (!known || (error instanceof CallError && error.code === 'not_found')) return <UnknownTask />;
  if (!task && error)
    return (
      <LoadFailure title="This task could not be loaded" busy={isFetching} onRetry={() => refetch()}>
        {messageOf(error)} It is kept on the server.
      </LoadFailure>
    );
  if (!task) return <LoadingTask />;
  if (task.type !== 'website-extraction') return <UnknownTask />;

  return (
    <div className="grid grid-cols-1 gap-4">
      <TaskPanel task={task} lookedAt={dataUpdatedAt} outOfTouch={error !== null} />
      <Results task={task} tick={Math.max(dataUpdatedAt, errorUpdatedAt)} />
    </div>
  );
}

function Results({ task, tick }: { task: TaskView; tick: number }) {
  const [params, setParams] = useSearchParams();
  const [wanted, setWanted] = useState(1);
  const { rows, error, retry } = useTaskRows(task, wanted, tick);
  const filter = useMemo(() => readRowFilter(params), [params]);
  const onFilter = useCallback(
    (next: RowFilter) => setParams((before) => writeRowFilter(before, next), { replace: true }),
    [setParams],
  );
  return (
    <WebsiteResults
      task={task}
      rows={rows}
      error={error}
      onRetry={retry}
      onNeed={setWanted}
      filter={filter}
      onFilter={onFilter}
      actions={<CsvButton task={task} />}
    />
  );
}

function UnknownTask() {
  return (
    <Card>
      <EmptyState
        icon={FileQuestion}
        title="There is no such extraction here"
        action={
          <Button asChild>
            <Link to={PATH}>New extraction</Link>
          </Button>
        }
      >
        The address may be cut off, or the task belongs to another account. Yours are in the{' '}
        <Link to="/dashboard/task-history" className="text-accent underline underline-offset-4">
          task history
        </Link>
        .
      </EmptyState>
    </Card>
  );
}

function LoadingTask() {
  return (
    <div role="status" aria-label="Loading the task" className="grid gap-4">
      <Card>
        <CardContent className="grid gap-4">
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-2 w-full" />
          <Skeleton className="h-11 w-full max-w-2xl" />
        </CardContent>
      </Card>
      <Card>
        <CardContent className="grid gap-3">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-64 w-full" />
        </CardContent>
      </Card>
    </div>
  );
}
