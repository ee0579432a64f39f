import { CallError } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import {
  accountListIds,
  deleteList,
  markRowsDeleted,
  tasksEndedBefore,
  unfinishedDeletions,
} from './list-store.ts';
import { findTask, type TaskRecord } from './store.ts';

const DAY_MS = 86_400_000;
/** Tasks per step of the retention. Each is read and deleted on its own. */
const TASKS_PER_STEP = 20;

/** The error for rows that are gone. */
export function rowsDeleted(at: Date): CallError {
  return new CallError(
    'not_found',
    `The rows of this task were deleted on ${at.toISOString().slice(0, 10)}. Start a new task to get them again.`,
  );
}

/**
 * Deletes the rows and the file of a stopped task, a part at a time. The task, its counters and the ledger
 * stay. Throws CallError for a running task or someone else's.
 */
export async function deleteRows(
  deps: Pick<Deps, 'clock' | 'database'>,
  accountId: string,
  taskId: string,
): Promise<TaskRecord> {
  const { db } = deps.database;
  if (!(await findTask(db, accountId, taskId))) throw new CallError('not_found');
  if (!(await markRowsDeleted(db, taskId, new Date(deps.clock.now())))) {
    // It may have been resumed since it was read.
    const task = await findTask(db, accountId, taskId);
    if (!task) throw new CallError('not_found');
    if (!task.rows_deleted_at) throw new CallError('conflict', 'This task is running. Cancel it first.');
  }
  await deleteList(db, taskId);
  const deleted = await findTask(db, accountId, taskId);
  if (!deleted) throw new CallError('not_found');
  return deleted;
}

/**
 * Deletes the rows and files of all tasks of an account that is being deleted, a part at a time: no statement
 * takes long, however many there are. The tasks must be stopped.
 */
export async function deleteAllRows(
  { database: { db }, clock }: Pick<Deps, 'clock' | 'database'>,
  accountId: string,
): Promise<void> {
  for (const id of await accountListIds(db, accountId)) {
    await markRowsDeleted(db, id, new Date(clock.now()));
    await deleteList(db, id);
  }
}

/**
 * Deletes the rows of tasks that ended TASK_RETENTION_DAYS ago, task by task, until none is left or
 * `stopping` aborts. First finishes deletions that a restart interrupted.
 */
export async function deleteOldRows(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db } = deps.database;
  for (const id of await unfinishedDeletions(db)) {
    if (stopping.aborted) return;
    await deleteList(db, id);
  }
  const { TASK_RETENTION_DAYS: days } = deps.config;
  if (days === undefined) return;
  const before = new Date(deps.clock.now() - days * DAY_MS);
  while (!stopping.aborted) {
    const ids = await tasksEndedBefore(db, before, TASKS_PER_STEP);
    for (const id of ids) {
      if (stopping.aborted) return;
      // A task that was resumed since has a new end.
      if (await markRowsDeleted(db, id, new Date(deps.clock.now()))) await deleteList(db, id);
    }
    if (ids.length < TASKS_PER_STEP) return;
  }
}
