import { SERVER_TOOLS } from '#tools/server-tools.ts';
import { startMailWorker } from './auth/one-time/mail-worker.ts';
import { ConfigError } from './config.ts';
import { runProcess } from './process.ts';
import { openDeps } from './server-deps.ts';
import { startWorker } from './tasks/worker/worker.ts';

/** The worker process: works on the tasks of a PostgreSQL that servers and other workers share, until SIGTERM or SIGINT. */
export async function main(): Promise<void> {
  await runProcess(async (config) => {
    if (config.embedded) {
      throw new ConfigError([
        'DATABASE_URL: must be set for a worker of its own. Without it the server works on the tasks itself.',
      ]);
    }
    const deps = await openDeps(config);
    const worker = await startWorker(deps);
    const mail = await startMailWorker(deps);
    const toolWorkers = await Promise.all(SERVER_TOOLS.map((tool) => tool.startWorker?.(deps, 'worker')));
    deps.log.info('the worker takes tasks');
    return {
      stop: async () => {
        await worker.stop();
        await mail.stop();
        await Promise.all(toolWorkers.map((each) => each?.stop()));
        await deps.close();
      },
    };
  });
}

if (import.meta.main) await main();
