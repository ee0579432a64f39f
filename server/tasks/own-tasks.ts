import type { TaskView } from '#contract/tasks.ts';
import type { Db } from '../platform/database/db.ts';
import { costOfTasks, findTask, type TaskRecord, type TaskState, taskStates } from './store.ts';
import { viewTask } from './task-view.ts';

/** A task of an account; undefined for an unknown one, and for the tasks of others. */
export function findOwnTask(db: Db, accountId: string, id: string): Promise<TaskRecord | undefined> {
  return findTask(db, accountId, id);
}

/** A task as its owner sees it; null like `findOwnTask`. `retentionDays`: how long results are kept. */
export async function viewOwnTask(
  db: Db,
  accountId: string,
  id: string,
  retentionDays: number | undefined,
): Promise<TaskView | null> {
  const task = await findTask(db, accountId, id);
  return task ? viewTask(task, retentionDays) : null;
}

/** What tasks cost in credits, also what the plan included. */
export function spentOnTasks(db: Db, ids: readonly string[]): Promise<number> {
  return costOfTasks(db, ids);
}

/** How these tasks go. Unknown ones are missing. */
export function statesOfTasks(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, TaskState>> {
  return taskStates(db, ids);
}

/** Which of these tasks are running or queued. */
export async function runningTasks(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const states = await taskStates(db, ids);
  return new Set([...states].flatMap(([id, { isRunning }]) => (isRunning ? [id] : [])));
}

/** Which of these tasks go on, and which stopped at their cap. Others are missing. */
export async function waitingRuns(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, 'running' | 'capped'>> {
  const states = await taskStates(db, ids);
  return new Map(
    [...states]
      .filter(([, { isRunning, stopReason }]) => isRunning || stopReason === 'cap')
      .map(([id, { isRunning }]) => [id, isRunning ? 'running' : 'capped'] as const),
  );
}
