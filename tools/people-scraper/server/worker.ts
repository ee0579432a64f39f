import { setTimeout as delay } from 'node:timers/promises';
import { ApolloFault } from '#net/apollo/apollo-api.ts';
import { openRefundQueue } from '#server/payments/payment-queues.ts';
import { every } from '#server/platform/every.ts';
import type { ToolDeps } from '../../server-tool.ts';
import { scrapePeople } from '../scrape-people.ts';
import { openSource, reachableSources } from './open-source.ts';
import {
  type BookParts,
  endIfTakenBack,
  endRun,
  releaseRun,
  runBook,
  type TakenRun,
  takeRun,
} from './run-book.ts';
import { type HeldRun, openRunQueue } from './run-queue.ts';

export interface PeopleWorker {
  /** Takes no more, and gives what is in hand back for whoever comes next. */
  stop(): Promise<void>;
}

export interface PeopleWorkerOptions {
  /** This process is the one that our own engine of leads belongs to. */
  holdsLeads?: boolean;
  /** Waits before a run that stored nothing is tried again; after the last of them it is given up. */
  retryDelaysSeconds?: readonly number[];
}

const POLL_MS = 500;
/** Well within the queue's heartbeat. */
const TOUCH_MS = 3000;
const RUNS_AT_ONCE = 2;
const RETRY_DELAYS_SECONDS = [1, 5, 15, 60, 300, 900];
/** A run that Apollo's limits put off again and again is given up after this. */
const LONGEST_RUN_MS = 3 * 86_400_000;
/** How long runs may take to end at a stop; the queue gives back what was not ended. */
const STOP_MS = 8000;

const COULD_NOT = 'The records could not be fetched.';
const NOT_SOLD = 'This server holds sample records only now.';

/** What no further try can put right. The message is for the person who paid. */
class RunRefused extends Error {}

/** Works runs off the queue until stopped: at most two at once, and one of an account. */
export async function startPeopleWorker(
  deps: ToolDeps,
  options: PeopleWorkerOptions = {},
): Promise<PeopleWorker> {
  const { log } = deps;
  const queue = await openRunQueue(deps);
  const parts: BookParts = { deps, queue, refunds: await openRefundQueue(deps.queue) };
  const delays = options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS;
  const sources = reachableSources(deps.config, options.holdsLeads ?? false);
  const stopping = new AbortController();
  const inHand = new Map<HeldRun, Promise<void>>();

  async function take(): Promise<void> {
    try {
      while (inHand.size < RUNS_AT_ONCE && !stopping.signal.aborted) {
        const [held] = await queue.take(1);
        if (!held) return;
        inHand.set(
          held,
          work(held).finally(() => inHand.delete(held)),
        );
      }
    } catch (error) {
      log.error({ err: error }, 'runs could not be taken');
    }
  }

  async function work(held: HeldRun): Promise<void> {
    let taken: TakenRun | null = null;
    try {
      taken = await takeRun(parts, held, (source) => sources.includes(source));
      if (taken) await run(taken);
    } catch (error) {
      log.error({ err: error, order: held.job.orderId }, 'a run could not be ended');
      await (taken ? releaseRun(parts, taken) : queue.giveBack([held])).catch((err: unknown) =>
        log.error({ err, order: held.job.orderId }, 'a run could not be given back'),
      );
    }
  }

  async function run(taken: TakenRun): Promise<void> {
    const { orderId, search } = taken;
    let { failures } = taken;
    try {
      const source = await openSource(deps, taken.source, search.apolloUrl);
      if (!source) throw new RunRefused(COULD_NOT);
      const book = runBook(parts, taken);
      const found = await scrapePeople(
        source,
        {
          ...book,
          begin: (state) => {
            if (state.sample && taken.charged) throw new RunRefused(NOT_SOLD);
            return book.begin(state);
          },
          add: async (chunk) => {
            const progress = await book.add(chunk);
            failures = 0;
            return progress;
          },
        },
        search.recordCount,
        stopping.signal,
      );
      if (found === null) await endIfTakenBack(parts, taken);
      else await endRun(parts, taken, { found });
      log.info({ order: orderId, found }, found === null ? 'a run was taken away' : 'a run is done');
    } catch (error) {
      if (stopping.signal.aborted) return releaseRun(parts, taken);
      const again = nextTry(taken, failures, error);
      const forOperator = !again || (error instanceof ApolloFault && error.why === 'key');
      log[forOperator ? 'error' : 'warn'](
        { err: error, order: orderId, tries: failures + 1, again },
        again ? 'a run is tried again' : 'a run failed',
      );
      if (again) await releaseRun(parts, taken, again);
      else await endRun(parts, taken, { failed: error instanceof RunRefused ? error.message : COULD_NOT });
    }
  }

  /**
   * When a run that failed is tried again; null: it is given up. `failures`: tries in a row that stored
   * nothing. Waiting where Apollo asks for it is no failure.
   */
  function nextTry(
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

  // The lock on the data folder says that whoever held these jobs is gone.
  if (deps.config.embedded) await queue.giveBackAll();
  const stopPolling = every(POLL_MS, take);
  const stopTouching = every(TOUCH_MS, async () => {
    await queue
      .touch([...inHand.keys()])
      .catch((error: unknown) => log.error({ err: error }, 'runs could not be kept'));
  });
  return {
    async stop() {
      stopping.abort();
      await stopPolling();
      await Promise.race([Promise.allSettled([...inHand.values()]), delay(STOP_MS)]);
      await stopTouching();
    },
  };
}
