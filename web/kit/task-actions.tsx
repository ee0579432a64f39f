import { CircleStop, Play, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { CallError } from '#contract/errors.ts';
import { plural } from '#contract/plural.ts';
import type { TaskView } from '#contract/tasks.ts';
import { taskPath, toolOfType } from '#tools/index/tools.ts';
import { useAccount } from '../lib/account.ts';
import { failureMessage } from '../lib/calls.ts';
import { listPath } from '../lib/lists.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { RefusalLink, refusalReason } from './refusal-link.tsx';
import { resumedCap } from './resumed-cap.ts';
import { canRetry, type Retried, retryLabel } from './task-labels.ts';
import { useSpend } from './use-spend.tsx';
import { useStarted } from './use-started.ts';
import { useCancelTask, type useResumeTask } from './use-task.ts';
import { useRetryFailed } from './use-task-changes.ts';

export function CancelButton({ task }: { task: Pick<TaskView, 'id'> }) {
  const cancel = useCancelTask();
  return (
    <Button variant="secondary" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate(task.id)}>
      {!cancel.isPending && <CircleStop aria-hidden />}
      Cancel
    </Button>
  );
}

/** Resumes a stopped task. `ResumeRefusal` shows the error, since it has more room. */
export function ResumeButton({ resume, task }: { resume: TaskResume; task: TaskView }) {
  const { isBusy, start, question } = useCostlyResume(resume, task);
  return (
    <>
      {question}
      <Button variant="secondary" size="sm" busy={isBusy} onClick={start}>
        {!isBusy && <Play aria-hidden />}
        {resumeLabel(task)}
      </Button>
    </>
  );
}

/** What the resume of a task does, on its button. */
export function resumeLabel(task: Pick<TaskView, 'stop_reason' | 'cap' | 'options'>): string {
  const cap = resumedCap(task);
  if (cap === undefined) return 'Resume';
  return cap === null ? 'Continue without a limit' : `Continue up to ${plural(cap, 'credit')}`;
}

type TaskResume = ReturnType<typeof useResumeTask>;

/** A start of items of a task that asks first if it costs many credits. */
export interface CostlyStart {
  isBusy: boolean;
  start: () => void;
  question: ReactNode;
}

/** Resumes a task. */
export function useCostlyResume(resume: TaskResume, task: TaskView): CostlyStart {
  const { total, processed, creditsused, creditsincluded, options } = task;
  const items = total - processed;
  const resumed = resumedCap(task);
  const cap = resumed === undefined ? task.cap : resumed;
  // A cell of a list has no fixed price.
  const most = options.list && cap != null ? cap - creditsused - creditsincluded : undefined;
  return useCostlyStart(task, resume, { action: resumeLabel(task), items, most });
}

function useCostlyStart<Task extends Pick<TaskView, 'type'>>(
  task: Task,
  change: { isPending: boolean; mutate: (task: Task) => void },
  { action, items, most }: { action: string; items: number; most?: number | undefined },
): CostlyStart {
  const { data: account } = useAccount();
  const { spend, isWaiting, question } = useSpend(account);
  const cost = most ?? items * (toolOfType(task.type)?.task.creditsPerItem ?? 1);
  return {
    isBusy: change.isPending || isWaiting,
    start: () => spend({ action, cost, upTo: true, go: () => change.mutate(task) }),
    question,
  };
}

/** Why a resume failed, with a link to what lifts a refusal of the access gate. */
export function ResumeRefusal({ error }: { error: unknown }) {
  if (!error) return null;
  const gated = error instanceof CallError && error.code === 'access_denied';
  return (
    <Alert tone="danger" action={gated && <RefusalLink button reason={refusalReason(error)} />}>
      {failureMessage(error)}
    </Alert>
  );
}

/** Runs the failed rows of a stopped task again, as a new task, and opens it. */
export function RetryButton({ task }: { task: Retried }) {
  const { isBusy, start, question } = useCostlyRetry(task);
  if (!canRetry(task)) return null;
  return (
    <>
      {question}
      <Button variant="secondary" size="sm" busy={isBusy} onClick={start}>
        {!isBusy && <RotateCcw aria-hidden />}
        {retryLabel(task)}
      </Button>
    </>
  );
}

/** Starts the failed or selected rows of a task again and opens the new task, unless the person has left meanwhile. */
export function useRetryTask() {
  const navigate = useNavigate();
  const open = useStarted((started) => {
    const address = taskPath(started);
    if (address) void navigate(address);
    window.scrollTo({ top: 0 });
  });
  return useRetryFailed(open);
}

/**
 * Starts the failed rows of a task again and opens the new task. Asks first if that costs many credits. The run of a list is
 * started there, where its cost is known and can be limited.
 */
export function useCostlyRetry(task: Retried): CostlyStart {
  const navigate = useNavigate();
  const retry = useRetryTask();
  const again = useCostlyStart(task, retry, { action: 'Run again', items: task.retryable });
  const { list } = task.options;
  return typeof list === 'string'
    ? { isBusy: false, question: null, start: () => void navigate(`${listPath(list)}?run=failed`) }
    : again;
}
