import { loadEnvFile } from 'node:process';
import { ConfigError, parseConfig } from './config.ts';
import { openDeps } from './deps.ts';
import { startWorker } from './tasks/worker/worker.ts';

/** The worker process: works on the tasks of a PostgreSQL that servers and other workers share, until SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  try {
    loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    const config = parseConfig(process.env);
    if (config.embedded) {
      throw new ConfigError([
        'DATABASE_URL: must be set for a worker of its own. Without it the server works on the tasks itself.',
      ]);
    }
    const deps = await openDeps(config);
    const worker = await startWorker(deps);
    let stopping = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(1);
        stopping = true;
        void worker
          .stop()
          .then(() => deps.close())
          .then(() => process.exit(0));
      });
    }
    deps.log.info('the worker takes tasks');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

if (import.meta.main) await main();
