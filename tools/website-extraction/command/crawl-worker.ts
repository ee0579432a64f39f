import { Worker } from 'node:worker_threads';
import type { TaskOptions } from '#contract/tasks.ts';
import type { ToolOutcome } from '../../tool.ts';
import type { WebsiteRow } from '../definition.ts';
import type { WebsiteExtractionOptions } from '../run.ts';
import type { FromThread, ToThread } from './extract-thread.ts';

/**
 * V8's default lets short-lived objects reach some 200 MB before it collects them. This keeps the crawl
 * small.
 */
const YOUNG_GENERATION_MB = 48;
const OLD_GENERATION_MB = 1_024;

/** The thread that crawls and parses, as the main thread sees it. */
export interface CrawlWorker {
  run(urls: string[], chosen: TaskOptions): void;
  /** Resolves when fewer than `limit` URLs are in progress; rejects if the thread failed. */
  room(limit: number): Promise<void>;
  stop(): void;
  close(): Promise<void>;
}

/** Starts the thread. It waits for `write` before it sends many more rows. */
export function startCrawlWorker(
  {
    concurrency,
    dnsServers,
    allowPrivateNetwork,
    contact,
    threads,
    chromiumPath,
    respectsMiningOptOut,
  }: WebsiteExtractionOptions,
  write: (outcome: ToolOutcome<WebsiteRow>) => Promise<void>,
): CrawlWorker {
  const worker = new Worker(new URL('./extract-thread.ts', import.meta.url), {
    workerData: {
      concurrency,
      dnsServers,
      allowPrivateNetwork,
      contact,
      threads,
      chromiumPath,
      respectsMiningOptOut,
    },
    resourceLimits: {
      maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      maxOldGenerationSizeMb: OLD_GENERATION_MB,
    },
  });
  const left = new Map<number, number>();
  let runs = 0;
  let pending = 0;
  let failure: Error | null = null;
  let wake = () => {};
  const send = (message: ToThread) => worker.postMessage(message);
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The crawl thread ended.')));
  worker.on('message', (message: FromThread) => {
    const { run } = message;
    if (message.kind === 'row') {
      left.set(run, (left.get(run) ?? 0) - 1);
      pending -= 1;
      void write(message.outcome).finally(() => send({ kind: 'written', run }));
    } else {
      // A stopped run leaves some URLs without a row.
      pending -= left.get(run) ?? 0;
      left.delete(run);
      if (message.error !== null) fail(new Error(message.error));
    }
    wake();
  });
  return {
    run(urls, chosen) {
      runs += 1;
      left.set(runs, urls.length);
      pending += urls.length;
      const items = urls.map((input, position) => ({ position, input }));
      send({ kind: 'run', run: runs, items, chosen });
    },
    async room(limit) {
      while (pending >= limit && !failure)
        await new Promise<void>((resume) => {
          wake = resume;
        });
      if (failure) throw failure;
    },
    stop: () => send({ kind: 'stop' }),
    async close() {
      const exited = new Promise((resume) => worker.once('exit', resume));
      send({ kind: 'close' });
      if (!failure) await exited;
    },
  };
}
