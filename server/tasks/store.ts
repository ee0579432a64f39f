import { type Selectable, sql } from 'kysely';
import type { TaskSave } from '#contract/task-save.ts';
import {
  isRunning,
  type StopReason,
  type TaskOptions,
  type TaskStatus,
  type TaskType,
} from '#contract/tasks.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';
import { renameSearchText } from './search-text.ts';

export type TaskRecord = Selectable<Tables['tasks']>;

/** A task of this account; undefined for tasks of other accounts. */
export function findTask(db: Db, accountId: string, id: string): Promise<TaskRecord | undefined> {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Whose task it is, and of which tool. */
export async function findOwner(
  db: Db,
  taskId: string,
): Promise<{ accountId: string; type: TaskType } | undefined> {
  const found = await db
    .selectFrom('tasks')
    .select(['account_id', 'type'])
    .where('id', '=', taskId)
    .executeTakeFirst();
  return found && { accountId: found.account_id, type: found.type };
}

/** The task with its row locked until the transaction ends. The account's row is locked before it. */
export function lockTask(tx: Tx, id: string): Promise<TaskRecord | undefined> {
  return tx.selectFrom('tasks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertTask(
  tx: Tx,
  task: {
    id: string;
    accountId: string;
    type: TaskType;
    name: string | null;
    firstItem: string;
    total: number;
    mayWait: boolean;
    options: TaskOptions;
    apiKeyId: string | null;
    /** the most it may cost, in credits */
    cap: number | null;
    /** how its results get to a list when it ends; null: they don't */
    save: TaskSave | null;
    at: Date;
  },
): Promise<TaskRecord> {
  return tx
    .insertInto('tasks')
    .values({
      id: task.id,
      account_id: task.accountId,
      type: task.type,
      name: task.name,
      first_item: task.firstItem,
      total: task.total,
      may_wait: task.mayWait,
      options: JSON.stringify(task.options),
      api_key_id: task.apiKeyId,
      cap: task.cap,
      save: task.save && JSON.stringify(task.save),
      save_at: task.save && task.at,
      created_at: task.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Renames a task of this account. Returns it; undefined for tasks of other accounts. */
export function renameTask(
  db: Db,
  accountId: string,
  { id, name }: { id: string; name: string },
): Promise<TaskRecord | undefined> {
  return transaction(db, async (tx) => {
    const renamed = await tx
      .updateTable('tasks')
      .set({ name })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirst();
    if (renamed) await renameSearchText(tx, id, name);
    return renamed;
  });
}

/** The running and queued tasks of an account, in queue order. */
export function runningOrQueued(tx: Tx, accountId: string): Promise<TaskRecord[]> {
  return tx
    .selectFrom('tasks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', 'in', ['queued', 'processing'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** What tasks cost in credits, also what the plan included. */
export async function costOfTasks(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { cost } = await db
    .selectFrom('tasks')
    .select(sql<number>`coalesce(sum(credits_used + credits_included), 0)::bigint`.as('cost'))
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return Number(cost);
}

/** How a task goes. */
export interface TaskState {
  isRunning: boolean;
  stopReason: StopReason | null;
}

/** How these tasks go. Unknown ones are missing. */
export async function taskStates(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, TaskState>> {
  if (ids.length === 0) return new Map();
  const tasks = await db
    .selectFrom('tasks')
    .select(['id', 'status', 'stop_reason'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    tasks.map(({ id, status, stop_reason }) => [
      id,
      { isRunning: isRunning(status), stopReason: stop_reason },
    ]),
  );
}

export async function markEnded(
  tx: Tx,
  id: string,
  end: { status: TaskStatus; stopReason: StopReason | null; at: Date },
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({
      status: end.status,
      stop_reason: end.stopReason,
      finished_at: end.at,
      current_item: null,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Claims the one mail about the end of a task that was started before `startedBefore`. undefined: it was
 * claimed before, or the task is younger.
 */
export function claimEndMail(tx: Tx, id: string, now: Date, startedBefore: Date) {
  return tx
    .updateTable('tasks')
    .set({ end_mailed_at: now })
    .where('id', '=', id)
    .where('end_mailed_at', 'is', null)
    .where('created_at', '<=', startedBefore)
    .returning(['type', 'options', 'status', 'stop_reason', 'total', 'processed', 'found'])
    .executeTakeFirst();
}

/**
 * Queues a task again, as a new run that an API key or a person (null) started. No one waits for its end, also if its
 * first run was that of a synchronous call. If its results are saved to a list, those of the new run are, too.
 */
export async function markQueuedAgain(tx: Tx, id: string, apiKeyId: string | null): Promise<void> {
  await tx
    .updateTable('tasks')
    .set(({ eb }) => ({
      status: 'queued',
      stop_reason: null,
      started_at: null,
      finished_at: null,
      run_no: eb('run_no', '+', 1),
      may_wait: true,
      api_key_id: apiKeyId,
      // Nothing stays nothing.
      save: sql<string>`save || '{"state": "waiting", "problem": null}'`,
      save_at: sql<Date>`case when save is not null then created_at end`,
      save_since: null,
    }))
    .where('id', '=', id)
    .execute();
}

/** Changes the most that a task may cost, in credits; null for no limit. */
export async function setCap(tx: Tx, id: string, cap: number | null): Promise<void> {
  await tx.updateTable('tasks').set({ cap }).where('id', '=', id).execute();
}
