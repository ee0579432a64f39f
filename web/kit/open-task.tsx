import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { TaskType, TaskView } from '#contract/tasks.ts';
import { messageOf } from '../lib/calls.ts';
import { Button } from '../ui/button.tsx';
import { Card, CardContent } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { taskLabels } from './task-labels.ts';
import { TaskPanel } from './task-panel.tsx';
import { useTask } from './use-task.ts';

interface OpenTaskProps {
  id: string;
  type: TaskType;
  /** what starts another one */
  again: string;
  /** the results under the panel; `tick` changes with each look at the task */
  children: (task: TaskView, tick: number) => ReactNode;
}

/** A task on its tool's page, from its address: how it stands, and its results. */
export function OpenTask({ id, type, again, children }: OpenTaskProps) {
  const known = z.uuid().safeParse(id).success;
  const {
    data: task,
    error,
    isFetching,
    refetch,
    dataUpdatedAt,
    errorUpdatedAt,
  } = useTask(known ? id : null);

  if (!known || (error instanceof CallError && error.code === 'not_found'))
    return <UnknownTask type={type} again={again} />;
  if (!task && error)
    return (
      <LoadFailure title="This task could not be loaded" busy={isFetching} onRetry={() => refetch()}>
        {messageOf(error)} It is kept on the server.
      </LoadFailure>
    );
  if (!task) return <LoadingTask />;
  if (task.type !== type) return <UnknownTask type={type} again={again} />;

  return (
    <div className="grid grid-cols-1 gap-4">
      <TaskPanel task={task} lookedAt={dataUpdatedAt} outOfTouch={error !== null} />
      {children(task, Math.max(dataUpdatedAt, errorUpdatedAt))}
    </div>
  );
}

function UnknownTask({ type, again }: Pick<OpenTaskProps, 'type' | 'again'>) {
  return (
    <Card>
      <EmptyState
        icon={FileQuestion}
        title="There is no such task here"
        action={
          <Button asChild>
            <Link to={taskLabels(type).page}>{again}</Link>
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
