import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isRunning } from '#contract/tasks.ts';
import { formatDate } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { type TaskSummary, useDeleteRows } from './use-task.ts';

type Kept = Pick<TaskSummary, 'rows_deleted_at' | 'rows_kept_until'>;

/** When the server deletes the results of a task, or nothing if it keeps them. */
export function KeptUntil({ task }: { task: Kept }) {
  if (task.rows_kept_until === null) return null;
  return (
    <p className="text-sm text-muted-foreground">
      The results will be deleted on{' '}
      <time dateTime={task.rows_kept_until}>{formatDate(task.rows_kept_until)}</time>. Download them if you
      still need them.
    </p>
  );
}

/** Shown in place of results that were deleted. */
export function DeletedRows({ task }: { task: Kept }) {
  if (task.rows_deleted_at === null) return null;
  return (
    <EmptyState icon={Trash2} title="Results deleted">
      The results of this task were deleted on {formatDate(task.rows_deleted_at)}.
    </EmptyState>
  );
}

/** Deletes the results of a stopped task, after a second click. */
export function DeleteRowsButton({ task }: { task: Kept & Pick<TaskSummary, 'id' | 'status'> }) {
  const [confirming, setConfirming] = useState(false);
  const deletion = useDeleteRows();
  if (isRunning(task.status) || task.rows_deleted_at !== null) return null;
  if (!confirming)
    return (
      <Button variant="secondary" size="sm" onClick={() => setConfirming(true)}>
        <Trash2 aria-hidden />
        Delete results
      </Button>
    );
  return (
    <>
      <Button variant="danger" size="sm" busy={deletion.isPending} onClick={() => deletion.mutate(task.id)}>
        Delete for good
      </Button>
      <Button variant="secondary" size="sm" onClick={() => setConfirming(false)}>
        Keep
      </Button>
    </>
  );
}
