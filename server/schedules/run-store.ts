import { type Selectable, sql } from 'kysely';
import { SCHEDULE_RUNS_KEPT } from '#contract/schedules.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

export type RunRecord = Selectable<Tables['schedule_runs']>;

/** Adds a run of a schedule; undefined if one goes on. */
export function insertRun(
  tx: Tx,
  run: Pick<RunRecord, 'account_id' | 'schedule_id' | 'list_id' | 'started_at' | 'retry_at'> &
    Partial<Pick<RunRecord, 'state' | 'problem' | 'ended_at'>>,
): Promise<RunRecord | undefined> {
  return tx
    .insertInto('schedule_runs')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** A run of an account; undefined for those of others. */
export function findRun(db: Db, accountId: string, id: string): Promise<RunRecord | undefined> {
  return db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The latest runs of a schedule. */
export function latestRuns(db: Db, scheduleId: string, limit: number): Promise<RunRecord[]> {
  return db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The run of each schedule of an account that goes on, or else its last one: a time that was skipped meanwhile is later. */
export async function lastRuns(db: Db, accountId: string): Promise<ReadonlyMap<string, RunRecord>> {
  const runs = await db
    .selectFrom('schedule_runs')
    .selectAll()
    .distinctOn('schedule_id')
    .where('account_id', '=', accountId)
    .orderBy('schedule_id')
    .orderBy(({ eb }) => eb('state', 'in', ['starting', 'running']), 'desc')
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .execute();
  return new Map(runs.map((run) => [run.schedule_id, run]));
}

/** The run of a schedule that ended last and saw something; undefined before the first one. */
export function findDoneRun(db: Db, scheduleId: string): Promise<RunRecord | undefined> {
  return db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .where('state', '=', 'done')
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The task of the last run of a schedule that had one. */
export async function findLastTask(db: Db, scheduleId: string): Promise<string | null> {
  const run = await db
    .selectFrom('schedule_runs')
    .select('task_id')
    .where('schedule_id', '=', scheduleId)
    .where('task_id', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return run?.task_id ?? null;
}

/** Runs that go on, the oldest first. */
export function openRuns(db: Db, after: string | null, limit: number): Promise<RunRecord[]> {
  const runs = db
    .selectFrom('schedule_runs')
    .selectAll()
    .where('state', 'in', ['starting', 'running'])
    .orderBy('id')
    .limit(limit);
  return (after === null ? runs : runs.where('id', '>', after)).execute();
}

/** Takes a run in a state until a time, if no one has it; returns whether it did. */
export async function takeRun(
  db: Db,
  { id, state }: Pick<RunRecord, 'id' | 'state'>,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('schedule_runs')
    .set({ retry_at: until })
    .where('id', '=', id)
    .where('state', '=', state)
    .where('retry_at', '<=', now)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Changes a run that goes on; returns whether it still did. */
export async function updateOpenRun(
  db: Db,
  id: string,
  change: Partial<Omit<RunRecord, 'id' | 'account_id' | 'schedule_id' | 'started_at'>>,
): Promise<boolean> {
  const changed = await db
    .updateTable('schedule_runs')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', ['starting', 'running'])
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Deletes the oldest runs of a schedule, a few at a time. */
export async function deleteOldRuns(db: Db, scheduleId: string): Promise<void> {
  await sql`
    delete from schedule_runs where id in (
      select id from schedule_runs where schedule_id = ${scheduleId}::uuid and state not in ('starting', 'running')
      order by started_at desc, id offset ${SCHEDULE_RUNS_KEPT} limit 5
    )
  `.execute(db);
}
