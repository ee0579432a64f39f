import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { isRunning, type TaskType, type TaskView } from '#contract/tasks.ts';
import { messageOf } from '../lib/calls.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { LoadingTask } from './loading-task.tsx';
import { taskLabels } from './task-labels.ts';
import { ConnectionLost, TaskPanel } from './task-panel.tsx';
import { useTask } from './use-task.ts';

interface OpenTaskProps {
  id: string;
  type: TaskType;
  /** the label of the link that starts a new task */
  newLabel: string;
  /** the results below the panel; `tick` changes each time the task is fetched */
  children: (task: TaskView, tick: number) => ReactNode;
  /** shown in place of panel and results for a task with one item, unless it was stopped */
  single?: (task: TaskView, tick: number) => ReactNode;
}

/** A task on its tool's page: its status and its results. */
export function OpenTask({ id, type, newLabel, children, single }: OpenTaskProps) {
  const isValidId = z.uuid().safeParse(id).success;
  const {
    data: task,
    error,
    isFetching,
    refetch,
    dataUpdatedAt,
    errorUpdatedAt,
  } = useTask(isValidId ? id : null);

  if (!isValidId || (error instanceof CallError && error.code === 'not_found'))
    return <UnknownTask type={type} newLabel={newLabel} />;
  if (!task && error)
    return (
      <LoadFailure title="Couldn't load this task" busy={isFetching} onRetry={() => refetch()}>
        {messageOf(error)} Your task is safe on the server.
      </LoadFailure>
    );
  if (!task) return <LoadingTask />;
  if (task.type !== type) return <UnknownTask type={type} newLabel={newLabel} />;

  const tick = Math.max(dataUpdatedAt, errorUpdatedAt);
  if (single && task.total === 1 && (isRunning(task.status) || task.status === 'completed'))
    return (
      <div className="grid grid-cols-1 gap-4">
        {error && isRunning(task.status) && <ConnectionLost />}
        {single(task, tick)}
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      <TaskPanel task={task} fetchedAt={dataUpdatedAt} connectionLost={error !== null} />
      {children(task, tick)}
    </div>
  );
}

function UnknownTask({ type, newLabel }: Pick<OpenTaskProps, 'type' | 'newLabel'>) {
  return (
    <Card>
      <EmptyState
        icon={FileQuestion}
        title="Task not found"
        action={
          <Button asChild>
            <Link to={taskLabels(type).page}>{newLabel}</Link>
          </Button>
        }
      >
        The link may be incomplete, or the task belongs to another account. Find your tasks in the{' '}
        <Link to="/dashboard/task-history" className="text-accent underline underline-offset-4">
          task history
        </Link>
        .
      </EmptyState>
    </Card>
  );
}
