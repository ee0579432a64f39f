import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/database/db.ts';
import { every } from '../platform/every.ts';
import { recentWork, sumOfWork, WorkMeasures } from './work-measures.ts';

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
      await saveHeartbeat(db, { ...worker, measures: JSON.stringify(recentWork()) });
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

/** What the workers that run did in the last minutes, all together. */
export async function recentWorkOfAll(db: Db): Promise<WorkMeasures> {
  const rows = await db
    .selectFrom('workers')
    .select('measures')
    .where('seen_at', '>=', silentSince())
    .execute();
  // Workers of another version write nothing, or something else.
  return sumOfWork(rows.flatMap(({ measures }) => WorkMeasures.safeParse(measures).data ?? []));
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
async function saveHeartbeat(db: Db, worker: { id: string; name: string; measures: string }): Promise<void> {
  await db
    .insertInto('workers')
    .values(worker)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ seen_at: sql<Date>`now()`, measures: worker.measures }),
    )
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

/** An account and its tasks that wait or run. `itemsLeft`: of all of them. */
export interface AccountAtWork {
  accountId: string;
  tasks: number;
  itemsLeft: number;
}

/** Tasks that one look at the accounts reads at most. */
const TASKS_READ = 20_000;

/** The accounts with the most items left, the largest first. */
export async function busiestAccounts(db: Db, limit: number): Promise<AccountAtWork[]> {
  const { rows } = await sql<AccountAtWork>`
    select account_id as "accountId", count(*)::int as tasks, sum(total - processed)::float8 as "itemsLeft"
    from (
      select account_id, total, processed from tasks where status in ('queued', 'processing') limit ${TASKS_READ}
    ) as unfinished
    group by account_id order by sum(total - processed) desc, account_id limit ${limit}
  `.execute(db);
  return rows;
}

/** A worker that was last seen before doesn't run. */
function silentSince() {
  return sql<Date>`now() - ${SILENT_SECONDS} * interval '1 second'`;
}
