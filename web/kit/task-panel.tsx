import { useEffect, useRef, useState } from 'react';
import { BUDGET_SPENT } from '#contract/api-keys.ts';
import { MESSAGES } from '#contract/messages.ts';
import { plural } from '#contract/plural.ts';
import { CAP_REACHED, isRunning, runSeconds, type TaskView } from '#contract/tasks.ts';
import { toolOfType } from '#tools/index/tools.ts';
import { cn } from '../lib/class-names.ts';
import { formatEstimate, formatNumber, formatSeconds, formatTaskCost } from '../lib/format.ts';
import { toast } from '../lib/toast.ts';
import { Alert } from '../ui/alert.tsx';
import { Card, CardContent, CardHeader } from '../ui/card.tsx';
import { Progress } from '../ui/progress.tsx';
import { useRestoredFocus } from '../ui/use-restored-focus.ts';
import { hasPeople } from './has-people.ts';
import { RefusalLink } from './refusal-link.tsx';
import { KeptUntil } from './row-retention.tsx';
import { useSaveAtEnd } from './save-at-end.tsx';
import { SaveNote } from './save-note.tsx';
import { RepeatButton } from './schedules/repeat-button.tsx';
import { CancelButton, ResumeButton, ResumeRefusal, RetryButton, resumeLabel } from './task-actions.tsx';
import {
  notFoundCount,
  optionsLabel,
  progressSentence,
  progressTenth,
  type TaskLabels,
  taskLabels,
} from './task-labels.ts';
import { TaskStatusBadge } from './task-status.tsx';
import { addSample, type ProgressSample, secondsLeft } from './time-left.ts';
import { useResumeTask } from './use-task.ts';

interface TaskPanelProps {
  task: TaskView;
  /** when the task was last fetched, in ms since the epoch */
  fetchedAt: number;
  /** the last fetch failed */
  connectionLost: boolean;
}

/** A task's progress while it runs; then its outcome and what to do next. */
export function TaskPanel({ task, fetchedAt, connectionLost }: TaskPanelProps) {
  const resume = useResumeTask();
  const running = isRunning(task.status);
  const labels = taskLabels(task.type);
  const { item, name, failed, failedColor } = labels;
  // Cancel and Resume replace each other.
  const heading = useRestoredFocus<HTMLHeadingElement>(task.status);
  const left = useSecondsLeft(task, fetchedAt);
  useEndToast(task);

  return (
    <Card>
      <CardHeader className="min-h-0 items-start border-b-0 pb-0 sm:flex-nowrap md:pb-0">
        <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <TaskStatusBadge task={task} />
          <h2 ref={heading} tabIndex={-1} className="text-lg tabular-nums outline-none">
            {formatNumber(task.processed)} of {plural(task.total, item)} done
          </h2>
          {optionsLabel(task) && <p className="text-sm text-muted-foreground">{optionsLabel(task)}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {running && <CancelButton task={task} />}
          {task.resumable && <ResumeButton resume={resume} task={task} />}
          <RetryButton task={task} />
          {canRepeat(task) && (
            <RepeatButton
              size="sm"
              repeat={() => ({
                kind: 'task',
                task: task.id,
                name: task.name || name,
                type: task.type,
                hasPeople: hasPeople(task),
                useSaving: useSaveAtEnd,
              })}
            />
          )}
        </div>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-4">
        <Progress label={`${name} progress`} done={task.processed} total={task.total} />
        <dl className="grid grid-cols-6 gap-x-4 gap-y-3 *:col-span-2 *:nth-[n+4]:col-span-3 lg:grid-cols-5 lg:*:col-span-1 lg:*:nth-[n+4]:col-span-1">
          <Figure label="Found" mark="bg-success" value={formatNumber(task.found)} />
          <Figure label="Not found" mark="bg-input" value={formatNumber(notFoundCount(task))} />
          <Figure label={failed} mark={failedColor} value={formatNumber(task.failed)} note="not charged" />
          <Figure
            label="Cost"
            value={formatTaskCost(task)}
            note={task.freerepeats > 0 ? `${formatNumber(task.freerepeats)} paid before, free` : undefined}
          />
          {running ? (
            <Figure label="Time left" value={timeLeft(task, left)} />
          ) : (
            <Figure label="Duration" value={duration(task) ?? '–'} />
          )}
        </dl>
        {running && !task.no_worker && <CurrentItem task={task} />}
        {running && task.no_worker && (
          <Alert tone="warning" title="No worker is running right now">
            Your task will {task.processed > 0 ? 'continue' : 'start'} when a worker is running again. You
            don't have to do anything.
          </Alert>
        )}
        {connectionLost && running && <ConnectionLost />}
        {resume.error ? <ResumeRefusal error={resume.error} /> : <EndNotice task={task} item={item} />}
        <SaveNote task={task} />
        <KeptUntil task={task} />
        <Announcement task={task} labels={labels} />
      </CardContent>
    </Card>
  );
}

/** Whether the same items can have new results later. */
function canRepeat(task: TaskView): boolean {
  const ended = !isRunning(task.status) && task.rows_deleted_at === null;
  return ended && toolOfType(task.type)?.task.repeats === true;
}

/** The last fetch of a running task failed. */
export function ConnectionLost() {
  return (
    <Alert tone="warning" title="Can't reach the server">
      Retrying every second. Your results are safe, and the task continues automatically.
    </Alert>
  );
}

function Figure({
  label,
  value,
  mark,
  note,
}: {
  label: string;
  value: string;
  mark?: string;
  note?: string | undefined;
}) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1.5 text-sm text-muted-foreground">
        {mark && <span aria-hidden className={cn('size-2 shrink-0 rounded-full', mark)} />}
        {label}
      </dt>
      <dd className="mt-0.5 text-lg font-medium tabular-nums">
        {value}
        {note && (
          <span className="ml-1.5 hidden text-xs font-normal text-muted-foreground lg:inline">{note}</span>
        )}
      </dd>
    </div>
  );
}

/** The item in progress, with a note that the page can be closed. */
function CurrentItem({ task }: { task: TaskView }) {
  return (
    <div className="text-sm text-muted-foreground">
      <p className="truncate" title={task.current_item ?? undefined}>
        {task.status === 'queued'
          ? 'Waiting in the queue.'
          : task.current_item
            ? `Processing ${task.current_item}`
            : 'Starting…'}
      </p>
      <p className="mt-0.5">{MESSAGES.tasks.busy} You can close this page. The task keeps running.</p>
    </div>
  );
}

/** Announces each tenth of the progress, and the end, to screen readers. */
function Announcement({ task, labels }: { task: TaskView; labels: TaskLabels }) {
  const sentence = progressSentence(task, labels);
  const step = `${task.status} ${progressTenth(task)}`;
  const [announced, setAnnounced] = useState({ step, sentence });
  if (announced.step !== step) setAnnounced({ step, sentence });
  return (
    <p role="status" className="sr-only">
      {announced.sentence}
    </p>
  );
}

/** Why a task ended, what is saved, and what to do next. */
function EndNotice({ task, item }: { task: TaskView; item: string }) {
  if (isRunning(task.status)) return null;
  const rest = task.total - task.processed;
  const saved =
    task.processed > 0
      ? `${plural(task.processed, item)} done and saved, ${formatNumber(rest)} left.`
      : `Nothing done yet, ${plural(rest, item)} left.`;
  const next = task.resumable
    ? ` Click ${resumeLabel(task)} to do the rest. You won't be charged twice.`
    : '';
  switch (task.status) {
    case 'completed':
      return <Alert tone={task.found === 0 ? 'warning' : 'success'}>{completedMessage(task)}</Alert>;
    case 'timeout':
      return (
        <Alert tone="warning" title={MESSAGES.tasks.timedOut(runSeconds(task) ?? 0)}>
          {saved}
          {next}
        </Alert>
      );
    case 'cancelled':
      if (task.stop_reason === 'credits')
        return (
          <Alert
            tone="warning"
            title={MESSAGES.gate.ranOut}
            action={<RefusalLink button reason="no_credits" />}
          >
            {saved}
            {next}
          </Alert>
        );
      if (task.stop_reason === 'budget')
        return (
          <Alert tone="warning" title={BUDGET_SPENT}>
            {saved}
            {next}
          </Alert>
        );
      if (task.stop_reason === 'cap')
        return (
          <Alert tone="warning" title={CAP_REACHED}>
            {saved}
            {next}
          </Alert>
        );
      return (
        <Alert tone="info" title={MESSAGES.tasks.cancelled}>
          {saved}
          {next}
        </Alert>
      );
    default:
      return (
        <Alert tone="danger" title={toolOfType(task.type)?.task.messages.failed ?? MESSAGES.tasks.failed}>
          {saved}
          {next}
        </Alert>
      );
  }
}

/** The message for a completed task. */
function completedMessage(task: TaskView): string {
  const messages = toolOfType(task.type)?.task.messages;
  return messages?.completed(task) ?? MESSAGES.tasks.completed(task.processed - task.failed);
}

/** Shows a toast when a task ends while the page is open. */
function useEndToast(task: TaskView): void {
  const before = useRef(task.status);
  useEffect(() => {
    const wasRunning = isRunning(before.current);
    before.current = task.status;
    if (!wasRunning || isRunning(task.status)) return;
    const id = `task-end-${task.id}`;
    if (task.status === 'completed' && task.found > 0) toast.success(completedMessage(task), { id });
    else if (task.status === 'completed') toast.warning(completedMessage(task), { id });
    else if (task.status === 'timeout') toast.warning(MESSAGES.tasks.timedOut(runSeconds(task) ?? 0), { id });
    else if (task.status === 'failed') toast.error(MESSAGES.tasks.processingFailed, { id });
  }, [task]);
}

function useSecondsLeft(task: TaskView, fetchedAt: number): number | null {
  const [samples, setSamples] = useState<readonly ProgressSample[]>([]);
  const { processed, status } = task;
  useEffect(() => {
    if (status !== 'processing') setSamples([]);
    else setSamples((before) => addSample(before, { at: fetchedAt, processed }));
  }, [fetchedAt, processed, status]);
  return secondsLeft(samples, task.total - processed);
}

function timeLeft({ status }: TaskView, seconds: number | null): string {
  if (status === 'queued') return '–';
  return seconds === null ? 'Estimating…' : formatEstimate(seconds);
}

function duration(task: TaskView): string | null {
  const seconds = runSeconds(task);
  return seconds === null ? null : formatSeconds(seconds);
}
