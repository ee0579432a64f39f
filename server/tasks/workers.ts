import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/database/db.ts';
import { every } from '../platform/every.ts';

const HEARTBEAT_MS = 5000;
/**
 * A worker that is silent for longer doesn't run. Several heartbeats fit, so that a slow one isn't counted
 * out.
 */
const SILENT_SECONDS = 30;
const WARNING_MS = 60_000;

/** Reports that a worker runs in this process, until the returned function is called. */
export function startHeartbeat({
  database: { db },
  log,
}: Pick<Deps, 'database' | 'log'>): () => Promise<void> {
  const worker = { id: randomUUID(), name: `${hostname()}, process ${process.pid}` };
  const stop = every(HEARTBEAT_MS, async () => {
    try {
      await saveHeartbeat(db, worker);
      await db.deleteFrom('workers').where('seen_at', '<', silentSince()).execute();
    } catch (error) {
      log.error({ err: error }, 'could not report that this worker runs');
    }
  });
  return async () => {
    await stop();
    try {
      await db.deleteFrom('workers').where('id', '=', worker.id).execute();
    } catch (error) {
      log.error({ err: error }, 'could not report that this worker stopped');
    }
  };
}

/** The workers that run, in any process. */
export function liveWorkers(db: Db) {
  return db
    .selectFrom('workers')
    .select(['name', 'started_at', 'seen_at'])
    .where('seen_at', '>=', silentSince())
    .orderBy('started_at')
    .orderBy('name')
    .execute();
}

/** Logs a warning every minute while tasks wait and no worker runs. Returns a function that stops it. */
export function warnWithoutWorker({
  database: { db },
  log,
}: Pick<Deps, 'database' | 'log'>): () => Promise<void> {
  return every(WARNING_MS, async () => {
    try {
      const { queued, processing } = await unfinishedTasks(db);
      const tasks = queued + processing;
      if (tasks > 0 && (await liveWorkers(db)).length === 0)
        log.warn({ tasks }, 'tasks are waiting, but no worker is running: start `leadwell worker`');
    } catch (error) {
      log.error({ err: error }, 'could not check whether a worker runs');
    }
  });
}

/** Records that a worker process runs. The database's clock decides, since those of several machines differ. */
async function saveHeartbeat(db: Db, worker: { id: string; name: string }): Promise<void> {
  await db
    .insertInto('workers')
    .values(worker)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
}

/** How many tasks wait and run. */
export async function unfinishedTasks(db: Db): Promise<{ queued: number; processing: number }> {
  const counts = await db
    .selectFrom('tasks')
    .select(({ fn }) => ['status', fn.countAll<number>().as('n')])
    .where('status', 'in', ['queued', 'processing'])
    .groupBy('status')
    .execute();
  const of = (wanted: string) => counts.find(({ status }) => status === wanted)?.n ?? 0;
  return { queued: of('queued'), processing: of('processing') };
}

/** A worker that was last seen before doesn't run. */
function silentSince() {
  return sql<Date>`now() - ${SILENT_SECONDS} * interval '1 second'`;
}
