import { Link } from 'react-router';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { progressSentence, taskAddress, taskLabels, taskTitle } from '../../kit/task-labels.ts';
import { TaskStatusBadge } from '../../kit/task-status.tsx';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';

/** The task that runs now, or else the last one, with its progress. */
export function CurrentTask({ tasks }: { tasks: readonly TaskView[] }) {
  const task = tasks.find(({ status }) => isRunning(status)) ?? tasks[0];
  if (!task) return null;
  const running = isRunning(task.status);
  const labels = taskLabels(task.type);
  const address = taskAddress(task);
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
            {labels.name} · {progressSentence(task, labels)} · {plural(task.creditsused, 'credit')}
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
