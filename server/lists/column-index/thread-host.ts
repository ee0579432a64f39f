import { Worker } from 'node:worker_threads';
import { createTurns } from '../../platform/turns.ts';
import type { IndexThreadData } from './index-thread.ts';
import type { FromThread, IndexRequest, ToThread } from './messages.ts';
import type { OpenListsReply } from './open-lists.ts';

/** Above it, the thread ends instead of the process. The packed columns are outside of the heap. */
const HEAP_MB = 64;
const YOUNG_HEAP_MB = 16;

/** Why the thread couldn't answer. */
export class IndexThreadError extends Error {}

/** The one thread of the column index. It starts when it is needed, also after it ended. */
export interface IndexThread {
  /** The accounts take turns, one request at a time. Throws IndexThreadError if the thread ends before it answers. */
  ask(account: string, request: IndexRequest): Promise<OpenListsReply>;
  close(): Promise<void>;
}

export function createIndexThread(data: IndexThreadData, onError: (error: Error) => void): IndexThread {
  const turns = createTurns({ atOnce: 1, of: 'all' });
  const waiting = new Map<number, { resolve(reply: OpenListsReply): void; reject(error: Error): void }>();
  let requests = 0;
  let thread: Worker | null = null;

  function start(): Worker {
    const started = new Worker(new URL('./index-thread.ts', import.meta.url), {
      workerData: data,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    started.on('message', ({ id, reply, error }: FromThread) => {
      const waiter = waiting.get(id);
      waiting.delete(id);
      if (reply) waiter?.resolve(reply);
      else waiter?.reject(new IndexThreadError(error));
      // A process can end while the thread waits for work.
      if (waiting.size === 0) started.unref();
    });
    started.on('error', (error) => {
      onError(error);
      onEnd(started, error);
    });
    started.on('exit', () => onEnd(started, new Error('The thread of the column index ended.')));
    return started;
  }

  function onEnd(which: Worker, error: Error): void {
    if (thread !== which) return;
    thread = null;
    for (const { reject } of waiting.values()) reject(new IndexThreadError(error.message, { cause: error }));
    waiting.clear();
  }

  return {
    ask: (account, request) =>
      turns.run(
        account,
        () =>
          new Promise((resolve, reject) => {
            thread ??= start();
            requests += 1;
            waiting.set(requests, { resolve, reject });
            thread.ref();
            thread.postMessage({ id: requests, request } satisfies ToThread);
          }),
      ),
    close: async () => {
      await thread?.terminate();
    },
  };
}
