import { startOptOutSweep } from './account-data/opt-out-sweep.ts';
import { startMailWorker } from './auth/one-time/mail-worker.ts';
import { openWebhookMail } from './auth/webhook-mail.ts';
import { ConfigError } from './config.ts';
import { startPeopleOrders } from './people-orders/worker.ts';
import { watchDatabase } from './platform/database/database-watch.ts';
import { runProcess } from './process.ts';
import { openDeps } from './server-deps.ts';
import { startWorker } from './tasks/worker/worker.ts';
import { startWebhookWorker } from './webhooks/worker.ts';

/**
 * The worker process. Processes tasks from a PostgreSQL shared with servers and other workers, until SIGTERM
 * or SIGINT.
 */
export async function main(): Promise<void> {
  await runProcess(async (config, watchdog) => {
    if (config.embedded) {
      throw new ConfigError([
        'DATABASE_URL: must be set for a separate worker. Without it, the server processes tasks itself.',
      ]);
    }
    const deps = await openDeps(config, undefined, { watchdog });
    const stopWatch = watchDatabase(deps, { exitMs: config.DATABASE_EXIT_MS });
    const worker = await startWorker(deps);
    const mail = await startMailWorker(deps);
    const webhooks = await startWebhookWorker(deps, { onDisabled: await openWebhookMail(deps) });
    const stopOptOutSweep = startOptOutSweep(deps);
    const peopleWorker = await startPeopleOrders(deps, 'worker');
    deps.log.info('worker started');
    return {
      stop: async () => {
        await worker.stop();
        await mail.stop();
        await webhooks.stop();
        await stopOptOutSweep();
        await peopleWorker?.stop();
        await stopWatch();
        await deps.close();
      },
    };
  });
}

if (import.meta.main) await main();
