import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { every } from '../../platform/every.ts';
import { type Batch, settleBatch } from '../settle-batch.ts';
import { SHARD_ITEMS } from '../shards/plan-shards.ts';
import { type HeldShard, openShardQueue } from '../shards/shard-queue.ts';
import {
  loadTakenShard,
  RETRY_DELAYS_SECONDS,
  retryFailedShard,
  type TakenShard,
} from '../shards/take-shard.ts';
import { extendDeadlines, markActive } from '../store.ts';
import { endOverdue } from '../task-run.ts';
import type { TaskTools } from '../task-tool.ts';
import { createCrawlHost } from './crawl-host.ts';
import { startMaintenance } from './maintenance.ts';
import { openToolPorts } from './tool-ports.ts';

export interface TaskWorker {
  /** Stops taking shards, stores finished items and returns the rest to the queue. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** Delays before the retries of a failed shard. */
  retryDelaysSeconds?: readonly number[];
}

type WorkerDeps = Deps & { taskTools: TaskTools };

const POLL_MS = 250;
/** How often shards of ended runs are aborted. */
const WATCH_MS = 1000;
/** Well below the queue's heartbeat. */
const TOUCH_EVERY_WATCHES = 3;
/** Queued work per crawl slot. Slots never run empty, and a small task doesn't wait for hundreds of sites. */
const LOAD_PER_SLOT = 2;
const MAX_TAKEN_AT_ONCE = 8;
const SETTLE_TRIES = 5;
/** How long a stop waits for shards. The queue delivers the others again. */
const STOP_MS = 8000;

interface ActiveShard {
  held: HeldShard;
  abort: AbortController;
  ended: Promise<void>;
}

/**
 * Processes shards from the queue until stopped. One thread of this process crawls, so that request limits
 * and politeness apply to all shards together. Batches are stored one at a time.
 */
export async function startWorker(deps: WorkerDeps, options: WorkerOptions = {}): Promise<TaskWorker> {
  const { config, log } = deps;
  const shards = await openShardQueue(deps);
  const active = new Set<ActiveShard>();
  const capacity = config.CRAWL_CONCURRENCY * LOAD_PER_SLOT;
  let stopping = false;
  let lastWrite: Promise<void> = Promise.resolve();

  const ports = openToolPorts(deps);
  const host = createCrawlHost({
    log,
    thread: ports.thread,
    callPort: ports.call,
    settle: (batch) => {
      const written = lastWrite.then(() => write(batch));
      lastWrite = written.catch(() => {});
      return written;
    },
    onProgress: () => void take(),
  });

  async function write(batch: Batch): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { running } = await settleBatch(deps, batch);
        if (!running) stopRun(batch.taskId, batch.runNo);
        break;
      } catch (error) {
        log.error({ err: error, task: batch.taskId, attempt }, 'could not settle a batch');
        if (attempt === SETTLE_TRIES) throw error;
        await delay(200 * 2 ** attempt);
      }
    }
    // PGlite runs on this thread. Without a pause, batches would starve the server.
    await nextTurn();
  }

  function stopRun(taskId: string, runNo: number): void {
    for (const { held, abort } of active) {
      if (held.job.taskId === taskId && held.job.runNo === runNo) abort.abort();
    }
  }

  let taking = false;
  async function take(): Promise<void> {
    if (taking) return;
    taking = true;
    try {
      for (;;) {
        const wanted = Math.min(MAX_TAKEN_AT_ONCE, Math.ceil((capacity - host.load()) / SHARD_ITEMS));
        if (stopping || wanted < 1) return;
        const taken = await shards.take(wanted);
        if (taken.length === 0) return;
        for (const held of taken) await begin(held);
      }
    } catch (error) {
      log.error({ err: error }, 'could not take shards');
    } finally {
      taking = false;
    }
  }

  async function begin(held: HeldShard): Promise<void> {
    const abort = new AbortController();
    const shard: ActiveShard = { held, abort, ended: Promise.resolve() };
    active.add(shard);
    try {
      const taken = await loadTakenShard(deps, shards, held);
      if (!taken || stopping) {
        if (taken) await shards.requeue([held]);
        active.delete(shard);
        return;
      }
      shard.ended = work(taken, abort.signal)
        .catch((error: unknown) => log.error({ err: error, ...held.job }, 'could not finish a shard'))
        .finally(() => active.delete(shard));
    } catch (error) {
      active.delete(shard);
      await shards.requeue([held]);
      throw error;
    }
  }

  async function work(taken: TakenShard, signal: AbortSignal): Promise<void> {
    try {
      await host.run(taken, signal);
    } catch (error) {
      log.error({ err: error, ...taken.held.job }, 'shard failed');
      if (!signal.aborted) {
        await retryFailedShard(deps, shards, taken, options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS);
        return;
      }
    }
    if (stopping) await shards.requeue([taken.held]);
    else await shards.remove(taken.held);
  }

  let watches = 0;
  let watchedAt = performance.now();
  async function watch(): Promise<void> {
    watches += 1;
    const passedMs = performance.now() - watchedAt;
    watchedAt += passedMs;
    try {
      await extendDeadlines(deps.database.db, host.idleTasks(), passedMs);
      if (watches % TOUCH_EVERY_WATCHES === 0) await shards.touch([...active].map(({ held }) => held));
      const tasks = [...new Set([...active].map(({ held }) => held.job.taskId))];
      const running = new Map(
        (await markActive(deps.database.db, tasks, new Date(deps.clock.now()))).map(({ id, run_no }) => [
          id,
          run_no,
        ]),
      );
      for (const { held, abort } of active) {
        if (tasks.includes(held.job.taskId) && running.get(held.job.taskId) !== held.job.runNo) abort.abort();
      }
      await endOverdue(deps);
    } catch (error) {
      log.error({ err: error }, 'could not check running tasks');
    }
  }

  // With the lock on the data folder, no other process can have these jobs.
  if (config.embedded) await shards.requeueAll();
  const stopPolling = every(deps.testing?.pollMs ?? POLL_MS, take);
  const stopWatching = every(WATCH_MS, watch);
  const stopMaintenance = startMaintenance(deps);

  return {
    async stop() {
      stopping = true;
      await stopPolling();
      for (const { abort } of active) abort.abort();
      await Promise.race([Promise.allSettled([...active].map(({ ended }) => ended)), delay(STOP_MS)]);
      await stopWatching();
      await stopMaintenance();
      await lastWrite;
      await host.close();
      await ports.close();
    },
  };
}
