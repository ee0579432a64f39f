import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { every } from '../../platform/every.ts';
import { type Batch, settleBatch } from '../settle-batch.ts';
import { SHARD_ITEMS } from '../shards/plan-shards.ts';
import { type HeldShard, openShardQueue } from '../shards/shard-queue.ts';
import {
  openTakenShard,
  RETRY_DELAYS_SECONDS,
  retryBrokenShard,
  type TakenShard,
} from '../shards/take-shard.ts';
import { extendDeadlines, markActive } from '../store.ts';
import { endOverdue } from '../task-run.ts';
import type { TaskTools } from '../task-tool.ts';
import { createCrawlHost } from './crawl-host.ts';
import { keepHouse } from './housekeeping.ts';
import { openToolPorts } from './tool-ports.ts';

export interface TaskWorker {
  /** Takes no more, lets what is worked out be stored, gives the rest back for whoever comes next. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** Waits before a broken shard is tried again. */
  retryDelaysSeconds?: readonly number[];
}

type WorkerDeps = Deps & { taskTools: TaskTools };

const POLL_MS = 250;
/** How soon a shard learns that its run is over. */
const WATCH_MS = 1000;
/** Well within the queue's heartbeat. */
const TOUCH_EVERY_WATCHES = 3;
/** Work in hand for each crawl slot: slots never run dry, and a small task's shard does not wait behind hundreds of sites. */
const LOAD_PER_SLOT = 2;
const MAX_TAKEN_AT_ONCE = 8;
const SETTLE_TRIES = 5;
/** How long shards may take to end at a stop; the queue gives back what was not ended. */
const STOP_MS = 8000;

interface ShardInHand {
  held: HeldShard;
  abort: AbortController;
  ended: Promise<void>;
}

/**
 * Works shards off the queue until stopped. Crawling is done by one thread of this process, so that the number of requests and
 * the politeness towards a site hold over all shards; one writer stores the batches one after the other.
 */
export async function startWorker(deps: WorkerDeps, options: WorkerOptions = {}): Promise<TaskWorker> {
  const { config, log } = deps;
  const shards = await openShardQueue(deps);
  const inHand = new Set<ShardInHand>();
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
        log.error({ err: error, task: batch.taskId, attempt }, 'a batch could not be settled');
        if (attempt === SETTLE_TRIES) throw error;
        await delay(200 * 2 ** attempt);
      }
    }
    // PGlite works on this thread: without a turn for others, batch after batch would starve the server.
    await nextTurn();
  }

  function stopRun(taskId: string, runNo: number): void {
    for (const { held, abort } of inHand) {
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
      log.error({ err: error }, 'shards could not be taken');
    } finally {
      taking = false;
    }
  }

  async function begin(held: HeldShard): Promise<void> {
    const abort = new AbortController();
    const shard: ShardInHand = { held, abort, ended: Promise.resolve() };
    inHand.add(shard);
    try {
      const taken = await openTakenShard(deps, shards, held);
      if (!taken || stopping) {
        if (taken) await shards.giveBack([held]);
        inHand.delete(shard);
        return;
      }
      shard.ended = work(taken, abort.signal)
        .catch((error: unknown) => log.error({ err: error, ...held.job }, 'a shard could not be ended'))
        .finally(() => inHand.delete(shard));
    } catch (error) {
      inHand.delete(shard);
      await shards.giveBack([held]);
      throw error;
    }
  }

  async function work(taken: TakenShard, signal: AbortSignal): Promise<void> {
    try {
      await host.run(taken, signal);
    } catch (error) {
      log.error({ err: error, ...taken.held.job }, 'a shard broke');
      if (!signal.aborted) {
        await retryBrokenShard(deps, shards, taken, options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS);
        return;
      }
    }
    if (stopping) await shards.giveBack([taken.held]);
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
      if (watches % TOUCH_EVERY_WATCHES === 0) await shards.touch([...inHand].map(({ held }) => held));
      const tasks = [...new Set([...inHand].map(({ held }) => held.job.taskId))];
      const running = new Map(
        (await markActive(deps.database.db, tasks, new Date(deps.clock.now()))).map(({ id, run_no }) => [
          id,
          run_no,
        ]),
      );
      for (const { held, abort } of inHand) {
        if (tasks.includes(held.job.taskId) && running.get(held.job.taskId) !== held.job.runNo) abort.abort();
      }
      await endOverdue(deps);
    } catch (error) {
      log.error({ err: error }, 'the tasks could not be watched');
    }
  }

  // The lock on the data folder says that whoever held these jobs is gone.
  if (config.embedded) await shards.giveBackAll();
  const stopPolling = every(POLL_MS, take);
  const stopWatching = every(WATCH_MS, watch);
  const stopHousekeeping = keepHouse(deps);

  return {
    async stop() {
      stopping = true;
      await stopPolling();
      for (const { abort } of inHand) abort.abort();
      await Promise.race([Promise.allSettled([...inHand].map(({ ended }) => ended)), delay(STOP_MS)]);
      await stopWatching();
      await stopHousekeeping();
      await lastWrite;
      await host.close();
      await ports.close();
    },
  };
}
