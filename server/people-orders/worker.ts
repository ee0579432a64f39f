import { setTimeout as delay } from 'node:timers/promises';
import { openRefundQueue } from '../payments/payment-queues.ts';
import { every } from '../platform/every.ts';
import { pollIntervalMs } from '../platform/queue/queue.ts';
import { startLeftOrders } from './left-orders.ts';
import { ApolloFault } from './net/apollo-api.ts';
import { openSource, type PeopleOrderDeps, reachableSources, sourceName } from './people-sources.ts';
import {
  endIfRefunded,
  endRun,
  FETCH_FAILED,
  LONGEST_RUN_MS,
  type RunParts,
  releaseRun,
  runStore,
  type TakenRun,
  takeRun,
} from './run-lifecycle.ts';
import { type HeldRun, openRunQueue } from './run-queue.ts';
import { scrapePeople } from './scrape-people.ts';

export interface PeopleWorker {
  /** Stops taking runs and returns active ones to the queue. */
  stop(): Promise<void>;
}

export interface PeopleWorkerOptions {
  /** This process runs the built-in engine of the lead databases. */
  holdsLeads?: boolean;
  /** Delays before the retries of a run that stored nothing. After the last one, the run fails. */
  retryDelaysSeconds?: readonly number[];
}

const POLL_MS = 500;
/** Well below the queue's heartbeat. */
const TOUCH_MS = 3000;
const LEFT_ORDERS_MS = 60_000;
const RUNS_AT_ONCE = 2;
const RETRY_DELAYS_SECONDS = [1, 5, 15, 60, 300, 900];
/** How long a stop waits for runs. The queue delivers the others again. */
const STOP_MS = 8000;

const SAMPLES_ONLY = 'This server now has only sample records.';

/** A failure that a retry can't fix. The message is for the buyer. */
class RunRefused extends Error {}

/** Starts the worker of paid runs, if this process is to do them: a server, or a worker beside servers. */
export async function startPeopleOrders(
  deps: PeopleOrderDeps,
  host: 'server' | 'worker',
): Promise<PeopleWorker | null> {
  const { config } = deps;
  if (host === 'worker') return reachableSources(config, false).length > 0 ? startPeopleWorker(deps) : null;
  // Without an external ClickHouse, only this process has the leads.
  const onlyHere = sourceName(config) === 'database' && !config.CLICKHOUSE_URL;
  return config.WORKER === 'inline' || onlyHere ? startPeopleWorker(deps, { holdsLeads: true }) : null;
}

/** Processes runs from the queue until stopped: at most two at once, and one per account. */
export async function startPeopleWorker(
  deps: PeopleOrderDeps,
  options: PeopleWorkerOptions = {},
): Promise<PeopleWorker> {
  const { log } = deps;
  const queue = await openRunQueue(deps);
  const parts: RunParts = { deps, queue, refunds: await openRefundQueue(deps.queue) };
  const delays = options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS;
  const sources = reachableSources(deps.config, options.holdsLeads ?? false);
  const stopping = new AbortController();
  const active = new Map<HeldRun, Promise<void>>();
  const warned = new Set<string>();

  function canRead(source: TakenRun['source'], order: string): boolean {
    if (sources.includes(source)) return true;
    // Once, because the run comes back every few seconds.
    if (!warned.has(order)) log.warn({ order, source }, 'this process cannot read the source of a paid run');
    warned.add(order);
    return false;
  }

  async function take(): Promise<void> {
    try {
      while (active.size < RUNS_AT_ONCE && !stopping.signal.aborted) {
        const [held] = await queue.take(1);
        if (!held) return;
        active.set(
          held,
          work(held).finally(() => active.delete(held)),
        );
      }
    } catch (error) {
      log.error({ err: error }, 'could not take runs');
    }
  }

  async function work(held: HeldRun): Promise<void> {
    let taken: TakenRun | null = null;
    try {
      taken = await takeRun(parts, held, (source) => canRead(source, held.job.orderId));
      if (taken) await run(taken);
    } catch (error) {
      log.error({ err: error, order: held.job.orderId }, 'could not end a run');
      await (taken ? releaseRun(parts, taken) : queue.requeue([held])).catch((err: unknown) =>
        log.error({ err, order: held.job.orderId }, 'could not return a run to the queue'),
      );
    }
  }

  async function run(taken: TakenRun): Promise<void> {
    const { orderId, search } = taken;
    let { failures } = taken;
    try {
      const source = await openSource(deps, taken.source, search.apolloUrl);
      if (!source) throw new RunRefused(FETCH_FAILED);
      const store = runStore(parts, taken);
      const found = await scrapePeople(
        source,
        {
          ...store,
          begin: (state) => {
            if (state.sample && taken.charged) throw new RunRefused(SAMPLES_ONLY);
            return store.begin(state);
          },
          add: async (chunk) => {
            const progress = await store.add(chunk);
            failures = 0;
            return progress;
          },
        },
        search.recordCount,
        stopping.signal,
      );
      if (found === null) await endIfRefunded(parts, taken);
      else await endRun(parts, taken, { found });
      log.info({ order: orderId, found }, found === null ? 'run taken by another worker' : 'run done');
    } catch (error) {
      if (stopping.signal.aborted) return releaseRun(parts, taken);
      const retry = nextRetry(taken, failures, error);
      const forOperator = !retry || (error instanceof ApolloFault && error.why === 'key');
      log[forOperator ? 'error' : 'warn'](
        { err: error, order: orderId, tries: failures + 1, retry },
        retry ? 'run failed, retrying' : 'run failed',
      );
      if (retry) await releaseRun(parts, taken, retry);
      else await endRun(parts, taken, { failed: error instanceof RunRefused ? error.message : FETCH_FAILED });
    }
  }

  /**
   * When to retry a failed run; null if it has failed for good. `failures`: attempts in a row that stored
   * nothing. A delay that Apollo requests isn't a failure.
   */
  function nextRetry(
    taken: TakenRun,
    failures: number,
    error: unknown,
  ): { seconds: number; counts: boolean } | null {
    if (error instanceof RunRefused) return null;
    if (error instanceof ApolloFault) {
      if (error.why === 'refused') return null;
      const waited = deps.clock.now() - taken.orderedAt;
      if (error.why === 'busy' && waited < LONGEST_RUN_MS) {
        return { seconds: error.retryAfterSeconds ?? 1, counts: false };
      }
    }
    const seconds = delays[failures];
    return seconds === undefined ? null : { seconds, counts: true };
  }

  // With the lock on the data folder, no other process can have these jobs.
  if (deps.config.embedded) await queue.requeueAll();
  const stopPolling = every(pollIntervalMs(deps, POLL_MS), take, queue.onChange);
  const stopTouching = every(TOUCH_MS, async () => {
    await queue
      .touch([...active.keys()])
      .catch((error: unknown) => log.error({ err: error }, 'could not renew active runs'));
  });
  const stopLeftOrders = every(LEFT_ORDERS_MS, () =>
    startLeftOrders(deps).catch((error: unknown) =>
      log.error({ err: error }, 'could not look for left orders'),
    ),
  );
  return {
    async stop() {
      stopping.abort();
      await stopLeftOrders();
      await stopPolling();
      await Promise.race([Promise.allSettled([...active.values()]), delay(STOP_MS)]);
      await stopTouching();
    },
  };
}
