import { Worker } from 'node:worker_threads';
import type { Log } from '../../platform/log.ts';
import type { Batch } from '../settle-batch.ts';
import type { ShardJob } from '../shards/shard-queue.ts';
import type { TakenShard } from '../shards/take-shard.ts';
import { countVisits } from '../site-metrics.ts';
import type { FromThread, PortCall, ThreadData, ToThread } from './messages.ts';

/** The crawl thread's heap limit. Above it, the thread ends instead of the process. */
const THREAD_HEAP_MB = 512;
const CLOSE_MS = 5000;
/** A thread that sends nothing for this long hangs and is terminated. */
const SILENCE_MS = 30_000;
const CHECK_MS = 5000;

/** Runs shards on the one crawl thread of this process. Starts the thread when needed, also after a crash. */
export interface CrawlHost {
  /**
   * Resolves when the shard's results are settled, or those it had when aborted; rejects if the tool or
   * thread failed.
   */
  run(work: CrawlWork, signal: AbortSignal): Promise<void>;
  /** The tasks with running shards, by ID. */
  loads(): ReadonlyMap<string, TaskLoad>;
  close(): Promise<void>;
}

/** A shard, or items of a finished task. */
export type CrawlWork = Omit<TakenShard, 'held'> & { held: { job: Pick<ShardJob, 'taskId' | 'runNo'> } };

/** What the running shards of one task use. */
export interface TaskLoad {
  accountId: string;
  /** crawl slots they can use, approximately; 0 while all of them wait for a later time */
  slots: number;
  /** those of `slots` whose tool is loaded */
  working: number;
}

interface RunningShard {
  taskId: string;
  accountId: string;
  started: boolean;
  idle: boolean;
  left: number;
  sites: number;
  resolve(): void;
  reject(error: Error): void;
}

/** Slots per site (politeness). */
const SLOTS_PER_SITE = 2;

export function createCrawlHost(parts: {
  log: Log;
  thread: ThreadData;
  settle: (batch: Batch & { accountId: string }) => Promise<void>;
  callPort: (call: PortCall) => Promise<unknown>;
  /** there may be room for another shard */
  onProgress: () => void;
}): CrawlHost {
  const running = new Map<number, RunningShard>();
  let runs = 0;
  let thread: Worker | null = null;
  let lastMessageAt = 0;
  const watchdog = setInterval(() => {
    if (!thread || performance.now() - lastMessageAt < SILENCE_MS) return;
    void thread.terminate();
    onEnd(thread, new Error(`The crawl thread sent nothing for ${SILENCE_MS / 1000} s.`));
  }, CHECK_MS).unref();

  function start(): Worker {
    lastMessageAt = performance.now();
    const started = new Worker(new URL('./crawl-thread.ts', import.meta.url), {
      workerData: parts.thread,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
    });
    started.on('message', (message: FromThread) => onMessage(started, message));
    started.on('error', (error) => onEnd(started, error));
    started.on('exit', () => onEnd(started, new Error('The crawl thread ended.')));
    return started;
  }

  function onEnd(which: Worker, error: Error): void {
    if (thread !== which) return;
    thread = null;
    const failed = [...running.values()];
    running.clear();
    if (failed.length > 0) parts.log.error({ err: error, shards: failed.length }, 'crawl thread ended');
    for (const shard of failed) shard.reject(error);
  }

  function send(which: Worker | null, message: ToThread): void {
    which?.postMessage(message);
  }

  function onMessage(which: Worker, message: FromThread): void {
    lastMessageAt = performance.now();
    if ('visits' in message && message.visits) countVisits(message.visits);
    if (message.kind === 'alive') return;
    if (message.kind === 'batch') {
      void settle(which, message);
      return;
    }
    if (message.kind === 'port-call') {
      const { call } = message;
      parts.callPort(message.of).then(
        (value) => send(which, { kind: 'port-result', call, value }),
        (error: unknown) =>
          send(which, {
            kind: 'port-result',
            call,
            error: error instanceof Error ? error.message : String(error),
          }),
      );
      return;
    }
    const shard = running.get(message.run);
    if (!shard) return;
    if (message.kind === 'idle') {
      shard.idle = message.idle;
    } else if (message.kind === 'started') {
      shard.started = true;
      shard.sites = message.sites;
    } else {
      running.delete(message.run);
      if (message.error === undefined) shard.resolve();
      else shard.reject(threadError(message.error));
    }
    parts.onProgress();
  }

  async function settle(which: Worker, message: Extract<FromThread, { kind: 'batch' }>): Promise<void> {
    let error: string | undefined;
    try {
      await parts.settle(message);
      for (const { run } of message.items) {
        const shard = running.get(run);
        if (shard) shard.left -= 1;
      }
    } catch (thrown) {
      error = thrown instanceof Error ? thrown.message : String(thrown);
    }
    send(which, { kind: 'ack', batch: message.batch, ...(error === undefined ? {} : { error }) });
    parts.onProgress();
  }

  return {
    run({ held, accountId, type, items, oneAtATime, mayWait, options }, signal) {
      thread ??= start();
      runs += 1;
      const run = runs;
      const target = thread;
      const abort = () => send(target, { kind: 'abort', run });
      const { taskId, runNo } = held.job;
      const ended = new Promise<void>((resolve, reject) => {
        running.set(run, {
          taskId,
          accountId,
          started: false,
          idle: false,
          left: items.length,
          sites: items.length,
          resolve,
          reject,
        });
      }).finally(() => signal.removeEventListener('abort', abort));
      const of = { taskId, runNo, accountId, type, options };
      send(target, { kind: 'run', run, ...of, items, oneAtATime, mayWait });
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
      return ended;
    },
    loads() {
      const loads = new Map<string, TaskLoad>();
      for (const { taskId, accountId, left, sites, started, idle } of running.values()) {
        const load = loads.get(taskId) ?? { accountId, slots: 0, working: 0 };
        const slots = idle ? 0 : Math.min(left, sites * SLOTS_PER_SITE);
        load.slots += slots;
        if (started) load.working += slots;
        loads.set(taskId, load);
      }
      return loads;
    },
    async close() {
      clearInterval(watchdog);
      const closing = thread;
      if (!closing) return;
      const exited = new Promise((resolve) => closing.once('exit', resolve));
      send(closing, { kind: 'close' });
      const timeout = setTimeout(() => void closing.terminate(), CLOSE_MS);
      await exited;
      clearTimeout(timeout);
    },
  };
}

/** An error of the thread, from its stack as text. */
function threadError(stack: string): Error {
  const error = new Error(stack.split('\n', 1)[0]);
  error.stack = stack;
  return error;
}
