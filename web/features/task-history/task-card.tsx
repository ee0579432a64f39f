import { ChevronDown, ExternalLink } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { isRunning } from '#contract/tasks.ts';
import { DeleteRowsButton, KeptUntil } from '../../kit/kept-rows.tsx';
import { SaveToList } from '../../kit/save-to-list.tsx';
import { CancelButton, CsvButton, ResumeButton, ResumeRefusal } from '../../kit/task-actions.tsx';
import { TaskCounters } from '../../kit/task-counters.tsx';
import { optionsLabel, taskAddress, taskLabels } from '../../kit/task-labels.ts';
import { TaskStatusBadge } from '../../kit/task-status.tsx';
import { type TaskSummary, useResumeTask } from '../../kit/use-task.ts';
import { cn } from '../../lib/class-names.ts';
import { formatDate, formatNumber, plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Progress } from '../../ui/progress.tsx';
import { TaskResults } from './task-results.tsx';

/** One task in the history, with its status, actions and expandable results. */
export function TaskCard({ task, tick }: { task: TaskSummary; tick: number }) {
  const [open, setOpen] = useState(false);
  const resume = useResumeTask();
  const resultsId = useId();
  const running = isRunning(task.status);
  const { name, item } = taskLabels(task.type);
  const address = taskAddress(task);
  const date = formatDate(task.createdat);

  return (
    <Card className="overflow-hidden">
      <article aria-label={`${name}, ${date}`}>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4 md:px-5">
          <div className="min-w-0 flex-1 basis-72">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <h2 className="text-lg">{name}</h2>
              <TaskStatusBadge task={task} />
            </div>
            <p className="mt-0.5 text-sm text-muted-foreground tabular-nums">
              <time dateTime={task.createdat}>{date}</time> ·{' '}
              {task.processed < task.total
                ? `${formatNumber(task.processed)} of ${plural(task.total, item)} done`
                : plural(task.total, item)}
              {optionsLabel(task) && ` · ${optionsLabel(task)}`}
            </p>
            <div className="mt-2">
              <TaskCounters task={task} />
            </div>
            <KeptUntil task={task} />
          </div>
          <div className="flex flex-wrap gap-2">
            {running && <CancelButton task={task} />}
            {task.resumable && <ResumeButton resume={resume} task={task} />}
            {address && (
              <Button asChild variant="secondary" size="sm">
                <Link to={address}>
                  <ExternalLink aria-hidden />
                  Open
                </Link>
              </Button>
            )}
            <SaveToList task={task} />
            <CsvButton task={task} />
            <DeleteRowsButton task={task} />
            <Button
              variant="secondary"
              size="sm"
              aria-expanded={open}
              aria-controls={resultsId}
              onClick={() => setOpen(!open)}
            >
              <ChevronDown aria-hidden className={cn('transition-transform', open && 'rotate-180')} />
              {open ? 'Hide Results' : 'View Results'}
            </Button>
          </div>
          {running && (
            <Progress label={`${name} progress`} done={task.processed} total={task.total} className="h-1.5" />
          )}
          {resume.error && (
            <div className="w-full">
              <ResumeRefusal error={resume.error} />
            </div>
          )}
        </div>
        <div id={resultsId} className={open ? 'border-t border-border' : undefined}>
          {open && <TaskResults key={task.id} task={task} tick={tick} />}
        </div>
      </article>
    </Card>
  );
}
