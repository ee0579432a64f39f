import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { MESSAGES } from '#contract/messages.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import { toolOfType } from '#tools/tools.ts';
import { cn } from '../lib/class-names.ts';
import { formatNumber, formatSeconds, plural } from '../lib/format.ts';
import { Alert } from '../ui/alert.tsx';
import { Card, CardContent, CardHeader } from '../ui/card.tsx';
import { Progress } from '../ui/progress.tsx';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { CancelButton, ResumeButton, ResumeRefusal, UpgradeLink } from './task-actions.tsx';
import {
  notFoundCount,
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
  /** when the task was looked at, in ms since the epoch */
  lookedAt: number;
  /** the last look failed */
  outOfTouch: boolean;
}

/** How a task stands: while it runs what is done and left, afterwards what came of it and how to go on. */
export function TaskPanel({ task, lookedAt, outOfTouch }: TaskPanelProps) {
  const resume = useResumeTask();
  const running = isRunning(task.status);
  const labels = taskLabels(task.type);
  const { item, name, failed } = labels;
  // Cancel and Resume take each other's place.
  const heading = useKeptFocus<HTMLHeadingElement>(task.status);
  const left = useSecondsLeft(task, lookedAt);
  useEndToast(task);

  return (
    <Card>
      <CardHeader className="flex-nowrap items-start border-b-0 pb-0 md:pb-0">
        <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <TaskStatusBadge task={task} />
          <h2 ref={heading} tabIndex={-1} className="text-lg tabular-nums outline-none">
            {formatNumber(task.processed)} of {plural(task.total, item)} done
          </h2>
        </div>
        <div className="flex gap-2">
          {running && <CancelButton task={task} />}
          {task.resumable && <ResumeButton resume={resume} task={task} />}
        </div>
      </CardHeader>
      <CardContent className="grid grid-cols-1 gap-4">
        <Progress label={`${name} progress`} done={task.processed} total={task.total} />
        <dl className="grid grid-cols-6 gap-x-4 gap-y-3 *:col-span-2 *:nth-[n+4]:col-span-3 lg:grid-cols-5 lg:*:col-span-1 lg:*:nth-[n+4]:col-span-1">
          <Figure name="Found" mark="bg-success" value={formatNumber(task.found)} />
          <Figure name="Not found" mark="bg-input" value={formatNumber(notFoundCount(task))} />
          <Figure name={failed} mark="bg-danger" value={formatNumber(task.failed)} note="never billed" />
          <Figure name="Spent" value={plural(task.creditsused, 'credit')} />
          {running ? (
            <Figure name="Time left" value={leftWords(task, left)} />
          ) : (
            <Figure name="Took" value={tookWords(task) ?? '–'} />
          )}
        </dl>
        {running && <NowLine task={task} />}
        {outOfTouch && running && (
          <Alert tone="warning" title="The server does not answer at the moment">
            Trying again every second. What is done is kept, and the work goes on by itself.
          </Alert>
        )}
        {resume.error ? <ResumeRefusal error={resume.error} /> : <EndNotice task={task} item={item} />}
        <Announcement task={task} labels={labels} />
      </CardContent>
    </Card>
  );
}

function Figure({ name, value, mark, note }: { name: string; value: string; mark?: string; note?: string }) {
  return (
    <div className="min-w-0">
      <dt className="flex items-center gap-1.5 text-sm text-muted-foreground">
        {mark && <span aria-hidden className={cn('size-2 shrink-0 rounded-full', mark)} />}
        {name}
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

/** What is being worked on, and that nobody has to wait here for it. */
function NowLine({ task }: { task: TaskView }) {
  return (
    <div className="text-sm text-muted-foreground">
      <p className="truncate" title={task.current_item ?? undefined}>
        {task.status === 'queued'
          ? 'Waiting for its turn.'
          : task.current_item
            ? `Now: ${task.current_item}`
            : 'Starting…'}
      </p>
      <p className="mt-0.5">{MESSAGES.extraction.busy} You can close this page; the work goes on.</p>
    </div>
  );
}

/** Tells a screen reader of each tenth and of the end; every second would be noise. */
function Announcement({ task, labels }: { task: TaskView; labels: TaskLabels }) {
  const sentence = progressSentence(task, labels);
  const step = `${task.status} ${progressTenth(task)}`;
  const [spoken, setSpoken] = useState({ step, sentence });
  if (spoken.step !== step) setSpoken({ step, sentence });
  return (
    <p role="status" className="sr-only">
      {spoken.sentence}
    </p>
  );
}

/** What a stopped task leaves behind: why it stopped, what was kept, what to do. */
function EndNotice({ task, item }: { task: TaskView; item: string }) {
  if (isRunning(task.status)) return null;
  const rest = task.total - task.processed;
  const kept =
    task.processed > 0
      ? `${plural(task.processed, item)} done and kept, ${formatNumber(rest)} left.`
      : `Nothing was done yet, ${formatNumber(rest)} left.`;
  const goOn = task.resumable ? ' Resume goes on with the rest; nothing is charged twice.' : '';
  switch (task.status) {
    case 'completed':
      return <Alert tone={task.found === 0 ? 'warning' : 'success'}>{completedMessage(task)}</Alert>;
    case 'timeout':
      return (
        <Alert tone="warning" title={MESSAGES.extraction.timedOut}>
          {kept}
          {goOn}
        </Alert>
      );
    case 'cancelled':
      if (task.stop_reason === 'credits')
        return (
          <Alert tone="warning" title={MESSAGES.gate.ranOut} action={<UpgradeLink />}>
            {kept}
            {goOn}
          </Alert>
        );
      return (
        <Alert tone="info" title={MESSAGES.extraction.cancelled}>
          {kept}
          {goOn}
        </Alert>
      );
    default:
      return (
        <Alert
          tone="danger"
          title={toolOfType(task.type)?.task.messages.failed ?? MESSAGES.extraction.failed}
        >
          {kept}
          {goOn}
        </Alert>
      );
  }
}

/** The result of a task that ran to its end. */
function completedMessage(task: TaskView): string {
  const messages = toolOfType(task.type)?.task.messages;
  return messages?.completed(task) ?? MESSAGES.extraction.completed(task.processed - task.failed);
}

/** The toast at the end of a run that was watched; a task opened later has none. */
function useEndToast(task: TaskView): void {
  const before = useRef(task.status);
  useEffect(() => {
    const wasRunning = isRunning(before.current);
    before.current = task.status;
    if (!wasRunning || isRunning(task.status)) return;
    const id = `task-end-${task.id}`;
    if (task.status === 'completed' && task.found > 0) toast.success(completedMessage(task), { id });
    else if (task.status === 'completed') toast.warning(completedMessage(task), { id });
    else if (task.status === 'timeout') toast.warning(MESSAGES.extraction.timedOut, { id });
    else if (task.status === 'failed') toast.error(MESSAGES.extraction.processingFailed, { id });
  }, [task]);
}

function useSecondsLeft(task: TaskView, lookedAt: number): number | null {
  const [samples, setSamples] = useState<readonly ProgressSample[]>([]);
  const { processed, status } = task;
  useEffect(() => {
    if (status !== 'processing') setSamples([]);
    else setSamples((before) => addSample(before, { at: lookedAt, processed }));
  }, [lookedAt, processed, status]);
  return secondsLeft(samples, task.total - processed);
}

function leftWords({ status }: TaskView, left: number | null): string {
  if (status === 'queued') return '–';
  return left === null ? 'Working it out' : `About ${formatSeconds(left)}`;
}

/** How long the last run took, or null when it never ran. */
function tookWords({ started_at: started, finished_at: finished }: TaskView): string | null {
  if (!started || !finished) return null;
  return formatSeconds((Date.parse(finished) - Date.parse(started)) / 1000);
}
