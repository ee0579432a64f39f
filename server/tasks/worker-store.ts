import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Records that a worker process runs. The database's clock decides, since those of several machines differ. */
export async function saveHeartbeat(db: Db, worker: { id: string; name: string }): Promise<void> {
  await db
    .insertInto('workers')
    .values(worker)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
}

export async function deleteWorker(db: Db, id: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', id).execute();
}

/** Deletes workers that ended without a goodbye. */
export async function deleteSilentWorkers(db: Db, silentSeconds: number): Promise<void> {
  await db.deleteFrom('workers').where('seen_at', '<', secondsAgo(silentSeconds)).execute();
}

export function workersSince(db: Db, silentSeconds: number): Promise<WorkerRecord[]> {
  return db
    .selectFrom('workers')
    .select(['name', 'started_at', 'seen_at'])
    .where('seen_at', '>=', secondsAgo(silentSeconds))
    .orderBy('started_at')
    .orderBy('name')
    .execute();
}

export interface WorkerRecord {
  name: string;
  started_at: Date;
  seen_at: Date;
}

/** How many tasks wait or run. */
export async function unfinishedTasks(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('status', 'in', ['queued', 'processing'])
    .executeTakeFirstOrThrow();
  return n;
}

function secondsAgo(seconds: number) {
  return sql<Date>`now() - ${seconds} * interval '1 second'`;
}
