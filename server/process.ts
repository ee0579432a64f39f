import { loadEnvFile } from 'node:process';
import { type Config, parseConfig } from './config.ts';
import { OperatorError, reasonOf } from './platform/operator-error.ts';

/** A running server or worker. */
export interface Running {
  stop(): Promise<void>;
}

/**
 * Runs a server or worker process: reads `.env` and the environment, starts, and stops on SIGTERM or SIGINT.
 * A second signal exits immediately. An OperatorError during the start is printed without a stack, and the
 * exit code is 1.
 */
export async function runProcess(start: (config: Config) => Promise<Running>): Promise<void> {
  let running: Running;
  try {
    readEnvFile();
    running = await start(parseConfig(process.env));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      process.stderr.write('Stopping… (press Ctrl+C again to force)\n');
      void running.stop().then(() => process.exit(0));
    });
  }
}

/** Loads `.env` if it exists. Throws OperatorError if it can't be read. */
export function readEnvFile(): void {
  try {
    loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new OperatorError(`The file .env cannot be read: ${reasonOf(error)}`);
  }
}
