import type { TaskSave } from '#contract/task-save.ts';
import { isRunning, type TaskView } from '#contract/tasks.ts';
import type { StoredSave } from '../platform/database/tables/task-tables.ts';
import type { TaskRecord } from './store.ts';

/** `retentionDays`: TASK_RETENTION_DAYS, if set. */
export function viewTask(task: TaskRecord, retentionDays: number | undefined): TaskView {
  return {
    id: task.id,
    type: task.type,
    name: taskName(task),
    status: task.status,
    stop_reason: task.stop_reason,
    resumable: isResumable(task),
    total: task.total,
    processed: task.processed,
    found: task.found,
    failed: task.failed,
    retryable: retryableCount(task),
    creditsused: task.credits_used,
    creditsincluded: task.credits_included,
    freerepeats: task.free_repeats,
    foundlater: task.found_later,
    userid: task.account_id,
    createdat: task.created_at.toISOString(),
    started_at: task.started_at?.toISOString() ?? null,
    finished_at: task.finished_at?.toISOString() ?? null,
    current_item: task.current_item,
    outcomes: task.outcomes,
    options: task.options,
    cap: task.cap,
    save: task.save && viewSave(task.save),
    rows_deleted_at: task.rows_deleted_at?.toISOString() ?? null,
    rows_kept_until: rowsKeptUntil(task, retentionDays),
  };
}

/** How the results of a task get to a list, as its owner sees it. */
export function viewSave({ earlier, ...save }: StoredSave): TaskSave {
  return save;
}

/** How many failed items can succeed in another try. */
export function retryableCount(task: Pick<TaskRecord, 'failed' | 'failed_finally'>): number {
  return task.failed - task.failed_finally;
}

/** The name of a task: the one it was given, or else its first item. */
export function taskName({
  name,
  first_item,
  total,
}: Pick<TaskRecord, 'name' | 'first_item' | 'total'>): string {
  if (name) return name;
  if (!first_item) return '';
  const rest = total - 1;
  return rest > 0 ? `${first_item} and ${rest.toLocaleString('en-US')} more` : first_item;
}

const DAY_MS = 86_400_000;

/** When the rows of a task are deleted, as an ISO time; null if they stay, are gone, or the task runs. */
export function rowsKeptUntil(
  task: Pick<TaskRecord, 'status' | 'finished_at' | 'rows_deleted_at'>,
  retentionDays: number | undefined,
): string | null {
  if (retentionDays === undefined || task.rows_deleted_at || !task.finished_at) return null;
  if (isRunning(task.status)) return null;
  return new Date(task.finished_at.getTime() + retentionDays * DAY_MS).toISOString();
}

/** Whether a task is stopped and has pending items. */
export function isResumable(
  task: Pick<TaskRecord, 'status' | 'processed' | 'total' | 'rows_deleted_at'>,
): boolean {
  if (task.rows_deleted_at) return false;
  return ['failed', 'timeout', 'cancelled'].includes(task.status) && task.processed < task.total;
}
