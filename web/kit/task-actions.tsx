import { CircleStop, Download, Play } from 'lucide-react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { toolOfType } from '#tools/tools.ts';
import { messageOf } from '../lib/calls.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { type TaskSummary, useCancelTask, useCsvDownload, type useResumeTask } from './use-task.ts';

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

/** Downloads the finished rows, also while the task runs. */
export function CsvButton({
  task,
}: {
  task: Pick<TaskSummary, 'id' | 'type' | 'processed' | 'found' | 'rows_deleted_at'>;
}) {
  const download = useCsvDownload(task);
  const refusal = toolOfType(task.type)?.task.csv.refusal?.(task) ?? null;
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={download.isPending}
      disabled={(task.processed === 0 && refusal === null) || task.rows_deleted_at !== null}
      onClick={() => (refusal === null ? download.mutate() : toast.error(refusal))}
    >
      {!download.isPending && <Download aria-hidden />}
      Download CSV
    </Button>
  );
}
