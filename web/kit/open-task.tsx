import { FileQuestion } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { isRunning, type TaskType, type TaskView } from '#contract/tasks.ts';
import { failureMessage } from '../lib/calls.ts';
import { useQueryState } from '../lib/use-query-state.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFailure } from '../ui/load-failure.tsx';
import { LoadingTask } from './loading-task.tsx';
import { ResultsCard } from './results-card.tsx';
import { type RowFilterChange, readRowFilter, writeRowFilter } from './row-filter.ts';
import type { RowView } from './row-view.ts';
import { taskLabels } from './task-labels.ts';
import { ConnectionLost, TaskPanel } from './task-panel.tsx';
import { shownStatuses, type ToolResults } from './tool-results.ts';
import { useTask } from './use-task.ts';

/** A task that is open on its tool's page or in the task history. */
export interface OpenTaskProps {
  id: string;
  /** the label of the link that starts a new task */
  newLabel?: string;
  /** Only the results. Their filter isn't in the URL, which has that of the history. */
  inHistory?: boolean;
  /** shown in place of panel and results for a task with one item, unless it was stopped */
  single?: (task: TaskView, tick: number) => ReactNode;
}

/** The open task of a tool: its status and its results. Pass the task's id as the key, too. */
export function openTask<View extends RowView<unknown>>(tool: ToolResults<View>) {
  return function OpenTask({ id, newLabel = 'New task', inHistory = false, single }: OpenTaskProps) {
    const isValidId = z.uuid().safeParse(id).success;
    const {
      data: task,
      error,
      isFetching,
      refetch,
      dataUpdatedAt,
      errorUpdatedAt,
    } = useTask(isValidId ? id : null);
    const unknown = <UnknownTask type={tool.type} newLabel={newLabel} />;

    if (!isValidId || (error instanceof CallError && error.code === 'not_found')) return unknown;
    if (!task && error)
      return (
        <LoadFailure title="Couldn't load this task" busy={isFetching} onRetry={() => refetch()}>
          {failureMessage(error)} Your task is safe on the server.
        </LoadFailure>
      );
    if (!task) return <LoadingTask />;
    if (task.type !== tool.type) return unknown;

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
        {!inHistory && (
          <>
            <TaskPanel task={task} fetchedAt={dataUpdatedAt} connectionLost={error !== null} />
            {tool.notices?.(task)}
          </>
        )}
        <Results tool={tool} task={task} tick={tick} inHistory={inHistory} />
      </div>
    );
  };
}

interface ResultsProps<View extends RowView<unknown>> {
  tool: ToolResults<View>;
  task: TaskView;
  tick: number;
  inHistory: boolean;
}

/** The results with their filter, which is in the URL of the tool's page. */
function Results<View extends RowView<unknown>>({ tool, task, tick, inHistory }: ResultsProps<View>) {
  const [params, setParams] = useQueryState();
  const [own, setOwn] = useState(() => new URLSearchParams());
  const statuses = useMemo(() => shownStatuses(tool), [tool]);
  const current = inHistory ? own : params;
  const filter = useMemo(() => readRowFilter(current, statuses), [current, statuses]);
  const onFilter = useCallback(
    (change: RowFilterChange) => {
      const write = (before: URLSearchParams) =>
        writeRowFilter(before, change(readRowFilter(before, statuses)));
      if (inHistory) setOwn(write);
      else void setParams(write, { replace: true });
    },
    [inHistory, setParams, statuses],
  );
  return <ResultsCard tool={tool} task={task} tick={tick} filter={filter} onFilter={onFilter} />;
}

function UnknownTask({ type, newLabel }: { type: TaskType; newLabel: string }) {
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
