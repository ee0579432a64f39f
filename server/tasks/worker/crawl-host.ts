import { Worker } from 'node:worker_threads';
import type { Log } from '../../platform/log.ts';
import type { Batch } from '../settle-batch.ts';
import type { TakenShard } from '../shards/take-shard.ts';
import type { FromThread, PortCall, ThreadData, ToThread } from './messages.ts';

/** The crawl thread's memory for JavaScript objects; beyond it the thread ends instead of the process. */
const THREAD_HEAP_MB = 512;
const CLOSE_MS = 5000;
/** A thread that says nothing for so long hangs; it is ended like one that died. */
const SILENCE_MS = 30_000;
const LISTEN_MS = 5000;

/** Runs shards on the one crawl thread of this process. The thread is started when first needed, and again after it died. */
export interface CrawlHost {
  /** Resolves when all the shard's outcomes are settled, or those it had when aborted; rejects when the tool or thread broke. */
  run(taken: TakenShard, signal: AbortSignal): Promise<void>;
  /** What the shards in hand can use of the crawl slots, about. */
  load(): number;
  /** Tasks whose shards in hand all wait for a time to come: what passes is not the task's time. */
  idleTasks(): string[];
  close(): Promise<void>;
}

interface RunningShard {
  taskId: string;
  idle: boolean;
  left: number;
  sites: number;
  resolve(): void;
  reject(error: Error): void;
}

/** One site's share of the slots (politeness). */
const SLOTS_PER_SITE = 2;

export function createCrawlHost(parts: {
  log: Log;
  thread: ThreadData;
  settle: (batch: Batch) => Promise<void>;
  callPort: (call: PortCall) => Promise<unknown>;
  /** items were settled, or a shard's extent became known: there may be room for another shard */
  onProgress: () => void;
}): CrawlHost {
  const running = new Map<number, RunningShard>();
  let runs = 0;
  let thread: Worker | null = null;
  let heardAt = 0;
  const listening = setInterval(() => {
    if (!thread || performance.now() - heardAt < SILENCE_MS) return;
    void thread.terminate();
    died(thread, new Error(`The crawl thread said nothing for ${SILENCE_MS / 1000} s.`));
  }, LISTEN_MS).unref();

  function start(): Worker {
    heardAt = performance.now();
    const started = new Worker(new URL('./crawl-thread.ts', import.meta.url), {
      workerData: parts.thread,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
    });
    started.on('message', (message: FromThread) => hear(started, message));
    started.on('error', (error) => died(started, error));
    started.on('exit', () => died(started, new Error('The crawl thread ended.')));
    return started;
  }

  function died(which: Worker, error: Error): void {
    if (thread !== which) return;
    thread = null;
    const broken = [...running.values()];
    running.clear();
    if (broken.length > 0) parts.log.error({ err: error, shards: broken.length }, 'the crawl thread died');
    for (const shard of broken) shard.reject(error);
  }

  function tell(which: Worker | null, message: ToThread): void {
    which?.postMessage(message);
  }

  function hear(which: Worker, message: FromThread): void {
    heardAt = performance.now();
    if (message.kind === 'alive') return;
    if (message.kind === 'batch') {
      void settle(which, message);
      return;
    }
    if (message.kind === 'port-call') {
      const { call } = message;
      parts.callPort(message.of).then(
        (value) => tell(which, { kind: 'port-result', call, value }),
        (error: unknown) =>
          tell(which, {
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
    tell(which, { kind: 'ack', batch: message.batch, ...(error === undefined ? {} : { error }) });
    parts.onProgress();
  }

  return {
    run({ held, type, items, oneAtATime, mayWait }, signal) {
      thread ??= start();
      runs += 1;
      const run = runs;
      const into = thread;
      const abort = () => tell(into, { kind: 'abort', run });
      const { taskId, runNo } = held.job;
      const ended = new Promise<void>((resolve, reject) => {
        running.set(run, {
          taskId,
          idle: false,
          left: items.length,
          sites: items.length,
          resolve,
          reject,
        });
      }).finally(() => signal.removeEventListener('abort', abort));
      tell(into, { kind: 'run', run, taskId, runNo, type, items, oneAtATime, mayWait });
      if (signal.aborted) abort();
      else signal.addEventListener('abort', abort, { once: true });
      return ended;
    },
    load() {
      let slots = 0;
      for (const { left, sites, idle } of running.values())
        if (!idle) slots += Math.min(left, sites * SLOTS_PER_SITE);
      return slots;
    },
    idleTasks() {
      const idle = new Map<string, boolean>();
      for (const shard of running.values())
        idle.set(shard.taskId, shard.idle && (idle.get(shard.taskId) ?? true));
      return [...idle].filter(([, all]) => all).map(([taskId]) => taskId);
    },
    async close() {
      clearInterval(listening);
      const closing = thread;
      if (!closing) return;
      const exited = new Promise((resolve) => closing.once('exit', resolve));
      tell(closing, { kind: 'close' });
      const cut = setTimeout(() => void closing.terminate(), CLOSE_MS);
      await exited;
      clearTimeout(cut);
    },
  };
}

/** An error of the thread, whose stack came as text. */
function threadError(stack: string): Error {
  const error = new Error(stack.split('\n', 1)[0]);
  error.stack = stack;
  return error;
}
