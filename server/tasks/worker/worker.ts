import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { isOutage } from '../../platform/database/database-outage.ts';
import { runInBackground } from '../../platform/database/database-turns.ts';
import { isStorageFull } from '../../platform/disk/disk-space.ts';
import { every } from '../../platform/every.ts';
import { pollIntervalMs } from '../../platform/queue/queue.ts';
import { type Batch, settleBatch } from '../settle-batch.ts';
import { SECOND_TRY_RUN, settleSecondTry } from '../settle-second-try.ts';
import { SHARD_ITEMS } from '../shards/plan-shards.ts';
import { type HeldShard, openShardQueue } from '../shards/shard-queue.ts';
import {
  loadTakenShard,
  RETRY_DELAYS_SECONDS,
  retryFailedShard,
  type TakenShard,
} from '../shards/take-shard.ts';
import { endOverdue } from '../task-run.ts';
import type { TaskTools } from '../task-tool.ts';
import { accountsAtWork, addWork } from '../work-store.ts';
import { startHeartbeat } from '../workers.ts';
import { createCrawlHost } from './crawl-host.ts';
import { chooseShards, ownWork, type ShardChoice } from './fair-work.ts';
import { startMaintenance } from './maintenance.ts';
import { startSecondTries } from './second-tries.ts';
import { openToolPorts } from './tool-ports.ts';

export interface TaskWorker {
  /** Stops taking shards, stores finished items and returns the rest to the queue. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  /** Delays before the retries of a failed shard. */
  retryDelaysSeconds?: readonly number[];
  /** Time between looks for items of finished tasks that are worth a second try, in ms. */
  secondTriesMs?: number;
}

type WorkerDeps = Deps & { taskTools: TaskTools };

const POLL_MS = 250;
/** How often shards of ended runs are aborted. */
const WATCH_MS = 1000;
/** Well below the queue's heartbeat. */
const TOUCH_EVERY_WATCHES = 3;
/** Queued work per crawl slot. Slots never run empty, and a small task doesn't wait for hundreds of sites. */
const LOAD_PER_SLOT = 2;
/** Longer gaps between two checks are time in which this process was stopped. */
const MAX_PASSED_MS = 5 * WATCH_MS;
const SETTLE_TRIES = 5;
const SETTLE_RETRY_MS = 400;
const MAX_SETTLE_RETRY_MS = 6400;
/** How long a stop waits for shards. The queue delivers the others again. */
const STOP_MS = 8000;

interface ActiveShard {
  held: HeldShard;
  /** null until its task is loaded */
  accountId: string | null;
  abort: AbortController;
  ended: Promise<void>;
}

/**
 * Processes shards from the queue until stopped. One thread of this process crawls, so that request limits
 * and politeness apply to all shards together. Batches of an account are stored one at a time, and on PostgreSQL all of them.
 */
export async function startWorker(deps: WorkerDeps, options: WorkerOptions = {}): Promise<TaskWorker> {
  const { config, log } = deps;
  const shards = await openShardQueue(deps);
  const active = new Set<ActiveShard>();
  const capacity = config.CRAWL_CONCURRENCY * LOAD_PER_SLOT;
  let stopping = false;
  /** By account at the embedded database, where one that waits for its turn would hold up all others. */
  const lastWrites = new Map<string, Promise<void>>();

  const ports = openToolPorts(deps);
  const host = createCrawlHost({
    log,
    thread: ports.thread,
    callPort: ports.call,
    settle: (batch) => {
      const line = config.embedded ? batch.accountId : '';
      const before = lastWrites.get(line) ?? Promise.resolve();
      const written = before.then(() => runInBackground(batch.accountId, () => write(batch)));
      const last: Promise<void> = written
        .catch(() => {})
        .finally(() => {
          if (lastWrites.get(line) === last) lastWrites.delete(line);
        });
      lastWrites.set(line, last);
      return written;
    },
    onProgress: () => void take(),
  });

  async function write(batch: Batch): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await settle(batch);
        break;
      } catch (error) {
        log.error({ err: error, task: batch.taskId, attempt }, 'could not settle a batch');
        // On a full disk and during an outage, the results wait in memory.
        const canWait = isStorageFull(error) || isOutage(error);
        if (canWait ? stopping : attempt >= SETTLE_TRIES) throw error;
        await delay(Math.min(MAX_SETTLE_RETRY_MS, SETTLE_RETRY_MS * 2 ** (attempt - 1)));
      }
    }
    // PGlite runs on this thread. Without a pause, batches would starve the server.
    await nextTurn();
  }

  async function settle(batch: Batch): Promise<void> {
    if (batch.runNo === SECOND_TRY_RUN) return settleSecondTry(deps, batch);
    const { running } = await settleBatch(deps, batch);
    if (!running) stopRun(batch.taskId, batch.runNo);
  }

  function stopRun(taskId: string, runNo: number): void {
    for (const { held, abort } of active) {
      if (held.job.taskId === taskId && held.job.runNo === runNo) abort.abort();
    }
  }

  /** accounts that may have shards, since the last poll */
  let accounts: readonly string[] = [];
  let taking = false;
  let pollMissed = false;
  async function take(isPoll = false): Promise<void> {
    if (taking) {
      pollMissed ||= isPoll;
      return;
    }
    taking = true;
    pollMissed = false;
    try {
      if (isPoll) accounts = await accountsAtWork(deps.database.db);
      while (!stopping) {
        const busy = [...active].map(({ accountId }) => accountId);
        const choices = chooseShards({
          accounts,
          busy,
          loads: host.loads(),
          capacity,
          shardSlots: SHARD_ITEMS,
        });
        if (!(await takeFirst(choices))) return;
      }
    } catch (error) {
      log.error({ err: error }, 'could not take shards');
    } finally {
      taking = false;
    }
    if (pollMissed && !stopping) await take(true);
  }

  /** Takes shards by the first choice that has any. Returns whether one had. */
  async function takeFirst(choices: readonly ShardChoice[]): Promise<boolean> {
    for (const { max, without, whenFull } of choices) {
      const taken = await shards.take(max, without);
      for (const held of taken) await begin(held);
      if (taken.length > 0) return true;
      // Until the next poll, so that each result doesn't cost a query.
      if (whenFull) accounts = accounts.filter((account) => without.includes(account));
    }
    return false;
  }

  async function begin(held: HeldShard): Promise<void> {
    const abort = new AbortController();
    const shard: ActiveShard = { held, accountId: held.job.accountId, abort, ended: Promise.resolve() };
    active.add(shard);
    try {
      const taken = await loadTakenShard(deps, shards, held);
      if (!taken || stopping) {
        if (taken) await shards.requeue([held]);
        active.delete(shard);
        return;
      }
      shard.accountId = taken.accountId;
      shard.ended = work(taken, abort.signal)
        .catch((error: unknown) =>
          log.error({ err: error, task: held.job.taskId }, 'could not finish a shard'),
        )
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
      log.error({ err: error, task: taken.held.job.taskId }, 'shard failed');
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
      await endOverdue(deps);
      if (watches % TOUCH_EVERY_WATCHES === 0) await shards.touch([...active].map(({ held }) => held));
      const checked = [...active];
      const worked = ownWork(host.loads(), Math.min(passedMs, MAX_PASSED_MS));
      const work = new Map(checked.map(({ held: { job } }) => [job.taskId, worked.get(job.taskId) ?? 0]));
      const running = new Map((await addWork(deps.database.db, work)).map(({ id, run_no }) => [id, run_no]));
      for (const { held, abort } of checked) {
        if (running.get(held.job.taskId) !== held.job.runNo) abort.abort();
      }
    } catch (error) {
      log.error({ err: error }, 'could not check running tasks');
    }
  }

  // With the lock on the data folder, no other process can have these jobs.
  if (config.embedded) await shards.requeueAll();
  const stopPolling = every(pollIntervalMs(deps, POLL_MS), () => take(true), shards.onChange);
  const stopWatching = every(WATCH_MS, watch);
  const stopMaintenance = startMaintenance(deps);
  const stopHeartbeat = startHeartbeat(deps);
  const stopSecondTries = startSecondTries(deps, host, options.secondTriesMs);

  return {
    async stop() {
      stopping = true;
      const background = Promise.all([stopSecondTries(), stopMaintenance()]);
      await stopPolling();
      for (const { abort } of active) abort.abort();
      await Promise.race([Promise.allSettled([...active].map(({ ended }) => ended)), delay(STOP_MS)]);
      await background;
      await stopWatching();
      await Promise.all(lastWrites.values());
      await stopHeartbeat();
      await host.close();
      await ports.close();
    },
  };
}
