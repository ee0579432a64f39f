import { loadEnvFile } from 'node:process';
import { type Config, parseConfig } from './config.ts';
import { OperatorError, reasonOf } from './platform/operator-error.ts';

/** What a process of ours runs until it is told to stop. */
export interface Running {
  stop(): Promise<void>;
}

/**
 * Runs a process of ours: reads `.env` and the environment, starts, and stops at SIGTERM or SIGINT, at the second of them at
 * once. What keeps it from starting is told in plain lines, and the exit code is 1.
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
      process.stderr.write('Stopping (again to force) …\n');
      void running.stop().then(() => process.exit(0));
    });
  }
}

/** Reads `.env` where there is one. Throws OperatorError when it cannot be read. */
export function readEnvFile(): void {
  try {
    loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new OperatorError(`The file .env cannot be read: ${reasonOf(error)}`);
  }
}
