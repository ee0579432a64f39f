import { sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import type { TaskRecord } from './store.ts';

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
