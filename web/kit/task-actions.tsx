import { CircleStop, Play, RotateCcw } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { messageOf } from '../lib/calls.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { canRetry, type Retried, retryLabel, taskAddress } from './task-labels.ts';
import { type TaskSummary, useCancelTask, type useResumeTask } from './use-task.ts';
import { useRetryFailed } from './use-task-changes.ts';

export function CancelButton({ task }: { task: Pick<TaskSummary, 'id'> }) {
  const cancel = useCancelTask();
  return (
    <Button variant="secondary" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate(task.id)}>
      {!cancel.isPending && <CircleStop aria-hidden />}
      Cancel
    </Button>
  );
}

/** Resumes a stopped task. `ResumeRefusal` shows the error, since it has more room. */
export function ResumeButton({
  resume,
  task,
}: {
  resume: ReturnType<typeof useResumeTask>;
  task: Pick<TaskSummary, 'id' | 'finished_at'>;
}) {
  return (
    <Button variant="secondary" size="sm" busy={resume.isPending} onClick={() => resume.mutate(task)}>
      {!resume.isPending && <Play aria-hidden />}
      Resume
    </Button>
  );
}

/** Why a resume failed, with an upgrade link if the access gate refused it. */
export function ResumeRefusal({ error }: { error: unknown }) {
  if (!error) return null;
  const gated = error instanceof CallError && error.code === 'access_denied';
  return (
    <Alert tone="danger" action={gated && <UpgradeLink />}>
      {messageOf(error)}
    </Alert>
  );
}

export function UpgradeLink() {
  return (
    <Button asChild variant="secondary" size="sm">
      <Link to="/pricing">{MESSAGES.gate.upgradeNow}</Link>
    </Button>
  );
}

/** Runs the failed rows of a stopped task again, as a new task, and opens it. */
export function RetryButton({ task }: { task: Retried }) {
  const retry = useRetryTask();
  if (!canRetry(task)) return null;
  return (
    <Button variant="secondary" size="sm" busy={retry.isPending} onClick={() => retry.mutate(task)}>
      {!retry.isPending && <RotateCcw aria-hidden />}
      {retryLabel(task)}
    </Button>
  );
}

/** Starts the failed rows of a task again and opens the new task. */
export function useRetryTask() {
  const navigate = useNavigate();
  return useRetryFailed((started) => {
    const address = taskAddress(started);
    if (address) void navigate(address);
    window.scrollTo({ top: 0 });
  });
}
