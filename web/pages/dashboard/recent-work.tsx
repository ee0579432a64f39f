import { ChevronRight, History, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RECENT_TASKS_SHOWN } from '#contract/limits.ts';
import type { ListView } from '#contract/lists.ts';
import { MESSAGES } from '#contract/messages.ts';
import { plural } from '#contract/plural.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { taskPath } from '#tools/index/tools.ts';
import { sourceLabel } from '../../kit/source-label.ts';
import { progressSentence, taskLabels, taskTitle } from '../../kit/task-labels.ts';
import { TaskStatusBadge } from '../../kit/task-status.tsx';
import { useTasks } from '../../kit/use-task.ts';
import { failureMessage } from '../../lib/calls.ts';
import { formatDate, formatNumber, formatTaskCost } from '../../lib/format.ts';
import { LISTS_PATH, listPath } from '../../lib/lists.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Shows the task that runs now, or else the last one, with its progress. */
export function CurrentTask({ tasks }: { tasks: readonly TaskView[] }) {
  const task = tasks.find(({ status }) => isRunning(status)) ?? tasks[0];
  if (!task) return null;
  const running = isRunning(task.status);
  const labels = taskLabels(task.type);
  const address = taskPath(task);
  return (
    <Card role="region" aria-labelledby="current-task">
      <CardHeader>
        <CardTitle id="current-task">{running ? 'Running now' : 'Last task'}</CardTitle>
        <TaskStatusBadge task={task} />
      </CardHeader>
      <CardContent className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="truncate font-medium">{taskTitle(task)}</p>
          <p className="mb-2.5 text-sm text-muted-foreground tabular-nums">
            {labels.name} · {progressSentence(task, labels)} · {formatTaskCost(task)}
          </p>
          <Progress label="Progress of this task" done={task.processed} total={task.total} />
        </div>
        {address && (
          <Button asChild variant="secondary" className="w-full sm:w-auto">
            <Link to={address}>{running ? 'View progress' : 'View results'}</Link>
          </Button>
        )}
      </CardContent>
    </Card>
  );
}

const HISTORY = '/dashboard/task-history';

/** Lists the latest tasks (spec accounts §2, Dashboard home). */
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
            {failureMessage(error)} Your tasks are safe on the server.
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
    <RecentRow to={taskPath(task) ?? HISTORY} title={taskTitle(task)} about={tool} time={task.createdat}>
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
    </RecentRow>
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

const SHOWN = 5;

/** Shows the lists that changed last. */
export function RecentLists({ lists }: { lists: readonly ListView[] }) {
  const latest = [...lists].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt)).slice(0, SHOWN);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Recent Lists</CardTitle>
        <Button asChild variant="link" size="inline" className="min-h-6">
          <Link to={LISTS_PATH}>
            View All<span className="sr-only"> lists</span>
          </Link>
        </Button>
      </CardHeader>
      {latest.length === 0 ? (
        <EmptyState icon={List} title="No lists yet">
          Save the results of a task, or collect rows with an extension.
        </EmptyState>
      ) : (
        <ul>
          {latest.map((list) => (
            <RecentRow
              key={list.id}
              to={listPath(list.id)}
              title={list.name}
              about={sourceLabel(list.source)}
              time={list.updatedAt}
            >
              <span className="text-right text-sm text-muted-foreground tabular-nums">
                {plural(list.rows, 'row')}
              </span>
            </RecentRow>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface RecentRowProps {
  to: string;
  title: string;
  /** The tool or source. */
  about: string;
  time: string;
  /** What stands at the right. */
  children: ReactNode;
}

function RecentRow({ to, title, about, time, children }: RecentRowProps) {
  return (
    <li className="border-b border-border last:border-b-0">
      <Link
        to={to}
        className="flex min-h-14 items-center gap-4 px-4 py-2.5 transition-colors hover:bg-surface focus-visible:-outline-offset-2 md:px-5"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{title}</span>
          <span className="block truncate text-sm text-muted-foreground tabular-nums">
            {about}
            <span className="max-sm:hidden"> · </span>
            <time dateTime={time} className="max-sm:block">
              {formatDate(time)}
            </time>
          </span>
        </span>
        {children}
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </Link>
    </li>
  );
}
