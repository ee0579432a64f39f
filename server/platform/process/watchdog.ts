import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { MEGABYTE } from '../disk/free-bytes.ts';
import { firstErrorLine } from '../operator-error.ts';
import { BEATS, LIMIT } from './missed-beats.ts';
import type { WatchdogStart } from './watchdog-thread.ts';

/** Watches from another thread that this process still does its work. */
export interface Watchdog {
  /** Allows the event loop to be blocked for `seconds` while `work` runs. */
  allowBlocking<T>(seconds: number, work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** For processes without a watchdog, such as commands. */
export const NO_WATCHDOG: Watchdog = { allowBlocking: (_seconds, work) => work(), stop: async () => {} };

const CHECK_MS = 1000;

/**
 * Ends this process with SIGKILL when its event loop has been blocked for `seconds`, so that a supervisor
 * restarts it. The thread logs the reason first, with the free space of `folder`. A stopped or sleeping
 * machine doesn't count, because checks are counted, not time. Does nothing with 0 seconds or a debugger.
 */
export function startWatchdog(options: {
  seconds: number;
  folder: string;
  minFreeBytes: number;
  /** the time between two checks; tests shorten it */
  checkMs?: number;
}): Watchdog {
  if (options.seconds === 0 || inspectorUrl() !== undefined) return NO_WATCHDOG;
  const { checkMs = CHECK_MS } = options;
  const checkCount = (seconds: number) => Math.ceil((seconds * 1000) / checkMs);
  const shared = new SharedArrayBuffer(8);
  const cells = new Int32Array(shared);
  Atomics.store(cells, LIMIT, checkCount(options.seconds));
  const start: WatchdogStart = {
    shared,
    checkMs,
    folder: options.folder,
    minFreeMb: Math.floor(options.minFreeBytes / MEGABYTE),
  };
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData: start,
    // Flags of the process, such as those of a test, aren't for this thread.
    execArgv: [],
  });
  thread.on('error', (error) =>
    process.stderr.write(`The watchdog failed, and the server runs without it: ${firstErrorLine(error)}\n`),
  );
  thread.unref();
  const timer = setInterval(() => Atomics.add(cells, BEATS, 1), checkMs).unref();
  let patience: number[] = [];
  const applyLimit = () => Atomics.store(cells, LIMIT, checkCount(Math.max(options.seconds, ...patience)));
  return {
    async allowBlocking(seconds, work) {
      patience.push(seconds);
      applyLimit();
      try {
        return await work();
      } finally {
        // The loop answers now. Without a beat, the blocked time would count against the shorter limit.
        Atomics.add(cells, BEATS, 1);
        patience = patience.toSpliced(patience.indexOf(seconds), 1);
        applyLimit();
      }
    },
    async stop() {
      clearInterval(timer);
      await thread.terminate();
    },
  };
}
