import { Trash2 } from 'lucide-react';
import type { TaskView } from '#contract/tasks.ts';
import { cn } from '../lib/class-names.ts';
import { formatDate } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useDeleteRows } from './use-task.ts';

type Kept = Pick<TaskView, 'rows_deleted_at' | 'rows_kept_until'>;

/** When the server deletes the results of a task, or nothing if it keeps them. */
export function KeptUntil({ task, className }: { task: Kept; className?: string }) {
  if (task.rows_kept_until === null) return null;
  return (
    <p className={cn('text-sm text-muted-foreground', className)}>
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

/** Asks before the results of a task are deleted. */
export function DeleteConfirmation({
  task,
  onDone,
}: {
  task: Pick<TaskView, 'id'>;
  /** deleted, or kept */
  onDone: () => void;
}) {
  const deletion = useDeleteRows();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p>Delete the results and the uploaded file? The task and its cost stay in your history.</p>
      <div className="flex gap-2">
        <Button
          variant="danger"
          size="sm"
          busy={deletion.isPending}
          onClick={() => deletion.mutate(task.id, { onSuccess: onDone })}
        >
          Delete for good
        </Button>
        <Button variant="secondary" size="sm" autoFocus onClick={onDone}>
          Keep
        </Button>
      </div>
    </div>
  );
}
