import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Deps } from '../deps.ts';
import type { Db } from '../platform/database/db.ts';
import { every } from '../platform/every.ts';
import {
  deleteSilentWorkers,
  deleteWorker,
  saveHeartbeat,
  unfinishedTasks,
  type WorkerRecord,
  workersSince,
} from './worker-store.ts';

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
      await deleteSilentWorkers(db, SILENT_SECONDS);
    } catch (error) {
      log.error({ err: error }, 'could not report that this worker runs');
    }
  });
  return async () => {
    await stop();
    await deleteWorker(db, worker.id).catch((error: unknown) =>
      log.error({ err: error }, 'could not report that this worker stopped'),
    );
  };
}

/** The workers that run, in any process. */
export function liveWorkers(db: Db): Promise<WorkerRecord[]> {
  return workersSince(db, SILENT_SECONDS);
}

/** Logs a warning every minute while tasks wait and no worker runs. Returns a function that stops it. */
export function warnWithoutWorker({
  database: { db },
  log,
}: Pick<Deps, 'database' | 'log'>): () => Promise<void> {
  return every(WARNING_MS, async () => {
    try {
      const tasks = await unfinishedTasks(db);
      if (tasks > 0 && (await liveWorkers(db)).length === 0)
        log.warn({ tasks }, 'tasks are waiting, but no worker is running: start `leadwell worker`');
    } catch (error) {
      log.error({ err: error }, 'could not check whether a worker runs');
    }
  });
}
