import { loadEnvFile } from 'node:process';
import { type Config, parseConfig } from './config.ts';
import { MEGABYTE } from './platform/disk/free-bytes.ts';
import { fileReason } from './platform/file-reason.ts';
import { OperatorError } from './platform/operator-error.ts';
import { endProcess } from './platform/process/end-process.ts';
import { startWatchdog, type Watchdog } from './platform/process/watchdog.ts';

const START_SECONDS = 600;

/** A running server or worker. */
export interface Running {
  stop(): Promise<void>;
}

/**
 * Runs a server or worker process: reads `.env` and the environment, starts, and stops on SIGTERM or SIGINT,
 * after the start is done. A second signal exits immediately. An OperatorError during the start is printed without a stack, and the
 * exit code is 1. `start` gets a signal that aborts at a stop, for what it waits for. A watchdog ends the process if its event loop is blocked for WATCHDOG_SECONDS.
 */
export async function runProcess(
  start: (config: Config, watchdog: Watchdog, stopping: AbortSignal) => Promise<Running>,
): Promise<void> {
  let running: Running | null = null;
  let stopping = false;
  const stoppingStart = new AbortController();
  const stop = () => void running?.stop().then(() => endProcess(0));
  // Before the start, because a signal can arrive as soon as the log says that it is done.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) endProcess(1);
      stopping = true;
      stoppingStart.abort();
      process.stderr.write('Stopping… (press Ctrl+C again to force)\n');
      stop();
    });
  }
  try {
    readEnvFile();
    const config = parseConfig(process.env);
    const watchdog = startWatchdog({
      seconds: config.WATCHDOG_SECONDS,
      folder: config.DATA_DIR,
      minFreeBytes: config.MIN_FREE_DISK_MB * MEGABYTE,
    });
    // A first start creates the database, which blocks the event loop for seconds, on a slow machine for more.
    running = await watchdog.allowBlocking(START_SECONDS, () =>
      start(config, watchdog, stoppingStart.signal),
    );
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    endProcess(stopping ? 0 : 1);
  }
  if (stopping) stop();
}

/** Loads `.env` if it exists. Throws OperatorError if it can't be read. */
export function readEnvFile(): void {
  try {
    loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new OperatorError(`The file .env cannot be read: ${fileReason(error)}`);
  }
}
