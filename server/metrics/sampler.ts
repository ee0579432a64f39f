import type { Deps } from '../deps.ts';
import { readFreeBytes } from '../platform/disk/free-bytes.ts';
import { every } from '../platform/every.ts';
import { gauge } from '../platform/metrics/metrics.ts';
import { waitingJobs } from '../platform/queue/waiting-jobs.ts';
import { liveWorkers, unfinishedTasks } from '../tasks/workers.ts';

const SAMPLE_MS = 15_000;

const databaseUp = gauge('database_up', '1 if the database answers, 0 if not.');
const sampled = gauge(
  'sample_timestamp_seconds',
  'When the values that come from the database were last read.',
);
const queueJobs = gauge('queue_jobs', 'Jobs that wait or run, by queue.', ['queue', 'state']);
const oldestJob = gauge('queue_oldest_job_seconds', 'How long the oldest job that is due waits, by queue.', [
  'queue',
]);
const tasks = gauge('tasks', 'Tasks that wait or run.', ['state']);
const workers = gauge('workers', 'Workers that reported in the last 30 seconds.');
const pool = gauge('database_connections', 'Connections of this process to PostgreSQL.', ['state']);
const engine = gauge('lead_engine_running', '1 if the built-in engine of the lead databases runs, 0 if not.');
const disk = gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.');

/**
 * Reads the values that only the database knows every 15 seconds, so that a request for /metrics never makes a query.
 * While the database is away, the last values stay, with their time. Returns a function that stops it.
 */
export function startMetricsSamples(deps: Deps): () => Promise<void> {
  return every(SAMPLE_MS, async () => {
    readProcess(deps);
    if (deps.availability.problem()) {
      databaseUp.set(0);
      return;
    }
    try {
      await readDatabase(deps);
      databaseUp.set(1);
      sampled.set(deps.clock.now() / 1000);
    } catch (error) {
      databaseUp.set(0);
      deps.log.debug({ err: error }, 'could not read the values of metrics');
    }
  });
}

function readProcess({ database: { kind }, warehouse, config }: Deps): void {
  if (warehouse.embedded) engine.set(warehouse.enginePid() === null ? 0 : 1);
  else engine.remove();
  disk.set(readFreeBytes(config.DATA_DIR));
  if (kind.engine !== 'postgres') return;
  const { totalCount, idleCount, waitingCount } = kind.pool;
  pool.set({ state: 'busy' }, totalCount - idleCount);
  pool.set({ state: 'idle' }, idleCount);
  pool.set({ state: 'waited for' }, waitingCount);
}

async function readDatabase({ database: { db } }: Deps): Promise<void> {
  const jobs = await waitingJobs(db);
  queueJobs.reset();
  oldestJob.reset();
  for (const { queue, waiting, running, oldestSeconds } of jobs) {
    queueJobs.set({ queue, state: 'waiting' }, waiting);
    queueJobs.set({ queue, state: 'running' }, running);
    oldestJob.set({ queue }, oldestSeconds);
  }
  const unfinished = await unfinishedTasks(db);
  tasks.set({ state: 'queued' }, unfinished.queued);
  tasks.set({ state: 'processing' }, unfinished.processing);
  workers.set((await liveWorkers(db)).length);
}
