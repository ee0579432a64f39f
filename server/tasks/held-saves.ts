import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { StoredSave } from '../platform/database/tables/task-tables.ts';
import type { TaskRecord } from './store.ts';

/** A task that ended and whose results are to be saved to a list. */
export type TaskToSave = Pick<
  TaskRecord,
  'id' | 'account_id' | 'type' | 'options' | 'run_no' | 'finished_at'
> & { save: StoredSave; save_at: Date; save_since: Date | null };

/** The one that has waited longest, of an account that isn't among `without`. */
export function nextTaskToSave(
  db: Db,
  now: Date,
  without: readonly string[],
): Promise<TaskToSave | undefined> {
  let tasks = db
    .selectFrom('tasks')
    .select(['id', 'account_id', 'type', 'options', 'run_no', 'finished_at', 'save', 'save_at', 'save_since'])
    .where('save_at', '<=', now)
    .where('status', 'not in', ['queued', 'processing'])
    .orderBy('save_at')
    .limit(1);
  if (without.length > 0) tasks = tasks.where('account_id', 'not in', without);
  return tasks.$narrowType<{ save: StoredSave; save_at: Date }>().executeTakeFirst();
}

/** How the results of a task get to a list; null: they don't. */
export async function findSave(db: Db, taskId: string): Promise<StoredSave | null> {
  const task = await db.selectFrom('tasks').select('save').where('id', '=', taskId).executeTakeFirst();
  return task?.save ?? null;
}

/** Those of these tasks whose results get to a list. */
export async function tasksWithSaves(db: Db, taskIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (taskIds.length === 0) return new Set();
  const tasks = await db
    .selectFrom('tasks')
    .select('id')
    .where('id', 'in', taskIds)
    .where('save', 'is not', null)
    .execute();
  return new Set(tasks.map(({ id }) => id));
}

/** The results of one run of a task, which one process saves until `until`. */
export interface HeldSave {
  taskId: string;
  runNo: number;
  until: Date;
}

/** Takes a task until `until`. undefined: another process has it, it was resumed, or its results are saved. */
export async function holdSave(
  db: Db,
  { id, run_no, save_at }: TaskToSave,
  until: Date,
): Promise<HeldSave | undefined> {
  const held = { taskId: id, runNo: run_no, until };
  return (await changeSave(db, { ...held, until: save_at }, { save_at: until })) ? held : undefined;
}

/** Changes what this process holds; without a `save_at`, it is done. Returns false if it doesn't anymore, and then nothing changed. */
export async function changeSave(
  db: Db,
  { taskId, runNo, until }: HeldSave,
  { save, save_at }: { save?: StoredSave; save_at: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({
      save_at,
      ...(save && { save: JSON.stringify(save) }),
      ...(save_at === null && { save_since: null }),
    })
    .where('id', '=', taskId)
    .where('run_no', '=', runNo)
    .where('status', 'not in', ['queued', 'processing'])
    .where('save_at', '=', until)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Lets a task go that a process held which was killed. Only the single process of a data folder may call it. */
export async function releaseSaves(db: Db): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ save_at: sql<Date>`created_at` })
    .where('save_at', 'is not', null)
    .execute();
}
