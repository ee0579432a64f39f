import { startMailWorker } from './auth/one-time/mail-worker.ts';
import { ConfigError } from './config.ts';
import { openDeps } from './deps.ts';
import { watchMailReach } from './emails/mail-reach.ts';
import { reachableSources } from './people-scraper/open-source.ts';
import { startPeopleWorker } from './people-scraper/worker.ts';
import { runProcess } from './process.ts';
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
    const reach = watchMailReach(deps);
    const worker = await startWorker(deps, { port25Blocked: reach.blocked });
    const mail = await startMailWorker(deps);
    const people = reachableSources(config, false).length > 0 ? await startPeopleWorker(deps) : null;
    deps.log.info('the worker takes tasks');
    return {
      stop: async () => {
        await worker.stop();
        await reach.stop();
        await mail.stop();
        await people?.stop();
        await deps.close();
      },
    };
  });
}

if (import.meta.main) await main();
