import { startOptOutSweep } from './account-data/opt-out-sweep.ts';
import { startMailWorker } from './auth/one-time/mail-worker.ts';
import { openWebhookMail } from './auth/webhook-mail.ts';
import { ConfigError } from './config.ts';
import { startMetrics } from './metrics/start.ts';
import { startPeopleOrders } from './people-orders/worker.ts';
import { startTableSweep } from './person-rights/sweep-tables.ts';
import { watchDatabase } from './platform/database/database-watch.ts';
import { watchSchema } from './platform/database/schema-readiness.ts';
import { watchSecret } from './platform/database/secret-watch.ts';
import { startedWork } from './platform/process/started-work.ts';
import { runProcess } from './process.ts';
import { openDeps } from './server-deps.ts';
import { startWorker } from './tasks/worker/worker.ts';
import { startWebhookWorker } from './webhooks/worker.ts';

/**
 * The worker process. Processes tasks from a PostgreSQL shared with servers and other workers, until SIGTERM
 * or SIGINT.
 */
export async function main(): Promise<void> {
  await runProcess(async (config, watchdog, stopping) => {
    if (config.embedded) {
      throw new ConfigError([
        'DATABASE_URL: must be set for a separate worker. Without it, the server processes tasks itself.',
      ]);
    }
    const deps = await openDeps(config, stopping, { watchdog, migrations: 'wait' });
    const work = startedWork();
    // Before anything takes jobs: its port may be in use.
    work.add(await startMetrics(deps));
    const stopWatch = await watchDatabase(deps, { exitMs: config.DATABASE_EXIT_MS });
    work.add(await startWorker(deps));
    work.add(await startMailWorker(deps));
    work.add(await startWebhookWorker(deps, { onDisabled: await openWebhookMail(deps) }));
    work.add(startOptOutSweep(deps));
    work.add(startTableSweep(deps));
    work.add(await startPeopleOrders(deps, 'worker'));
    const stopSchemaWatch = watchSchema(deps, () => void work.stop());
    const stopSecretWatch = watchSecret(deps, () => void work.stop());
    deps.log.info('worker started');
    return {
      stop: async () => {
        await Promise.all([stopSchemaWatch(), stopSecretWatch(), work.stop()]);
        await stopWatch();
        await deps.close();
      },
    };
  });
}

if (import.meta.main) await main();
