import { type Selectable, sql } from 'kysely';
import type { TaskSave } from '#contract/task-save.ts';
import {
  isRunning,
  type StopReason,
  type TaskOptions,
  type TaskStatus,
  type TaskType,
  type TaskView,
} from '#contract/tasks.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';
import { renameSearchText } from './search-text.ts';

export type TaskRecord = Selectable<Tables['tasks']>;

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
    save: task.save,
    rows_deleted_at: task.rows_deleted_at?.toISOString() ?? null,
    rows_kept_until: rowsKeptUntil(task, retentionDays),
  };
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

/** Which of these tasks go on, and which stopped at their cap. Others are missing. */
export async function waitingTasks(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, 'running' | 'capped'>> {
  if (ids.length === 0) return new Map();
  const tasks = await db
    .selectFrom('tasks')
    .select(['id', 'status', 'stop_reason'])
    .where('id', 'in', ids)
    .execute();
  return new Map(
    tasks
      .filter(({ status, stop_reason }) => isRunning(status) || stop_reason === 'cap')
      .map(({ id, status }) => [id, isRunning(status) ? 'running' : 'capped'] as const),
  );
}

/** The highest round of any running task. A task that starts now continues from there. */
export async function currentRound(tx: Tx): Promise<number> {
  const { round } = await tx
    .selectFrom('tasks')
    .select(({ fn }) => fn.max('round').as('round'))
    .where('status', '=', 'processing')
    .executeTakeFirstOrThrow();
  return round ?? 0;
}

/** The accounts with a running task. */
export async function accountsAtWork(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('tasks')
    .select('account_id')
    .distinct()
    .where('status', '=', 'processing')
    .execute();
  return rows.map(({ account_id }) => account_id);
}

export async function markProcessing(tx: Tx, id: string, run: { at: Date; round: number }): Promise<void> {
  await tx
    .updateTable('tasks')
    .set(({ ref }) => ({
      status: 'processing',
      started_at: run.at,
      worked_ms: 0,
      processed_before_run: ref('processed'),
      round: run.round,
    }))
    .where('id', '=', id)
    .execute();
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
    .returning(['type', 'status', 'stop_reason', 'total', 'processed', 'found'])
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

/** Records the last shard of the run that has a job; null if all have one. */
export async function markQueuedUpTo(tx: Tx, id: string, shard: number | null): Promise<void> {
  await tx.updateTable('tasks').set({ last_queued_shard: shard }).where('id', '=', id).execute();
}

/** Records that a worker took a shard. */
export async function markTaken(
  tx: Tx,
  task: TaskRecord,
  taken: { round: number; currentItem: string },
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ round: Math.max(task.round, taken.round), current_item: taken.currentItem })
    .where('id', '=', task.id)
    .execute();
}

/**
 * Adds the time, in ms, that a worker spent on its tasks. Returns those that still run, with their run number.
 */
export async function addWork(
  db: Db,
  work: ReadonlyMap<string, number>,
): Promise<Pick<TaskRecord, 'id' | 'run_no'>[]> {
  if (work.size === 0) return [];
  const list = [...work].map(([id, ms]) => ({ id, ms: Math.round(ms) }));
  const { rows } = await sql<Pick<TaskRecord, 'id' | 'run_no'>>`
    with locked as (
      -- The same order in every worker prevents deadlocks.
      select t.id, w.ms
      from tasks t
      join json_to_recordset(${JSON.stringify(list)}::text::json) as w (id uuid, ms integer) on w.id = t.id
      where t.status = 'processing'
      order by t.id
      for update of t
    )
    update tasks t set worked_ms = t.worked_ms + locked.ms
    from locked where t.id = locked.id
    returning t.id, t.run_no
  `.execute(db);
  return rows;
}

/** Running tasks that used up their time budget. */
export function overdueTasks(db: Db, budgetMs: number): Promise<TaskRecord[]> {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('status', '=', 'processing')
    .where('worked_ms', '>=', budgetMs)
    .execute();
}

/** Adds the counts of a settled batch. The task's row is locked. */
export async function addSettled(
  tx: Tx,
  task: TaskRecord,
  settled: {
    processed: number;
    found: number;
    failed: number;
    /** failures that another try can't change */
    failedFinally: number;
    charged: number;
    /** charges that the unlimited plan covers */
    included: number;
    /** items that are free because the account paid for them before */
    repeats: number;
    currentItem: string;
    outcomes: readonly string[];
    /** of the rows */
    bytes: number;
  },
): Promise<void> {
  const outcomes = { ...task.outcomes };
  for (const outcome of settled.outcomes) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  await tx
    .updateTable('tasks')
    .set(({ eb }) => ({
      processed: eb('processed', '+', settled.processed),
      found: eb('found', '+', settled.found),
      failed: eb('failed', '+', settled.failed),
      failed_finally: eb('failed_finally', '+', settled.failedFinally),
      credits_used: eb('credits_used', '+', settled.charged),
      credits_included: eb('credits_included', '+', settled.included),
      free_repeats: eb('free_repeats', '+', settled.repeats),
      row_bytes: eb('row_bytes', '+', settled.bytes),
      current_item: settled.currentItem,
      outcomes: JSON.stringify(outcomes),
    }))
    .where('id', '=', task.id)
    .execute();
}
