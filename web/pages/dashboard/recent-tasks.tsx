import { ChevronRight, History } from 'lucide-react';
import { Link } from 'react-router';
import { RECENT_TASKS_SHOWN } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { taskAddress, taskLabels, taskTitle } from '../../kit/task-labels.ts';
import { TaskStatusBadge } from '../../kit/task-status.tsx';
import { useTasks } from '../../kit/use-task.ts';
import { messageOf } from '../../lib/calls.ts';
import { formatDate, formatNumber, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const HISTORY = '/dashboard/task-history';

/** The latest tasks on the dashboard (spec accounts §2, Dashboard home). */
export function RecentTasks() {
  const { data, error, isFetching, refetch } = useTasks(RECENT_TASKS_SHOWN);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Recent Tasks</CardTitle>
        <Button asChild variant="link" size="inline" className="min-h-6">
          <Link to={HISTORY}>View All</Link>
        </Button>
      </CardHeader>
      {error && !data ? (
        <CardContent>
          <LoadFailure title="We couldn't load your tasks" busy={isFetching} onRetry={() => refetch()}>
            {messageOf(error)} Your tasks are safe on the server.
          </LoadFailure>
        </CardContent>
      ) : !data ? (
        <LoadingLines />
      ) : data.tasks.length === 0 ? (
        <EmptyState icon={History} title={MESSAGES.tasks.none}>
          Paste a list of websites to start your first task.
        </EmptyState>
      ) : (
        <ul>
          {data.tasks.map((task) => (
            <RecentTask key={task.id} task={task} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function RecentTask({ task }: { task: TaskView }) {
  const { name: tool, item } = taskLabels(task.type);
  return (
    <li className="border-b border-border last:border-b-0">
      <Link
        to={taskAddress(task) ?? HISTORY}
        className="flex min-h-14 items-center gap-4 px-4 py-2.5 transition-colors hover:bg-surface focus-visible:-outline-offset-2 md:px-5"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{taskTitle(task)}</span>
          <span className="block truncate text-sm text-muted-foreground tabular-nums">
            {tool} · <time dateTime={task.createdat}>{formatDate(task.createdat)}</time>
          </span>
        </span>
        <span className="hidden text-right text-sm text-muted-foreground tabular-nums sm:block">
          <span className="block">
            {isRunning(task.status)
              ? `${formatNumber(task.processed)} of ${plural(task.total, item)}`
              : plural(task.processed, item)}
          </span>
          <span className="block">{formatNumber(task.found)} found</span>
        </span>
        <span className="flex justify-end sm:w-32">
          <TaskStatusBadge task={task} />
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </Link>
    </li>
  );
}

function LoadingLines() {
  return (
    <div role="status" aria-label="Loading your tasks">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div
          key={key}
          className="flex min-h-14 items-center justify-between gap-4 border-b border-border px-4 py-2.5 last:border-b-0 md:px-5"
        >
          <div className="grid gap-1.5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3.5 w-28" />
          </div>
          <Skeleton className="h-6 w-24 rounded-full" />
        </div>
      ))}
    </div>
  );
}
