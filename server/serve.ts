import { startOptOutSweep } from './account-data/opt-out-sweep.ts';
import { startLogRetention } from './admin/admin-log.ts';
import { createApp } from './app.ts';
import { startMailWorker } from './auth/one-time/mail-worker.ts';
import { openWebhookMail } from './auth/webhook-mail.ts';
import { startBackups } from './backups/schedule.ts';
import { type Config, isLocalOnly, listensOnLoopback } from './config.ts';
import { loopbackUrl } from './deps.ts';
import { type Front, openFront } from './front.ts';
import { type OperatorPass, operatorPass } from './http/operator-pass.ts';
import { startDailyLeadWork } from './leads/daily-lead-work.ts';
import { endAbandonedExports, startExportSweep } from './leads/end-export.ts';
import { startLeadDataCheck } from './leads/lead-data-check.ts';
import { createOptOutCheck, startOptOutCheck, startOptOutWatch } from './leads/opt-out-check.ts';
import { startForgetting } from './lists/removals/forget-removals.ts';
import { startLeadSaves } from './lists/save-leads-worker.ts';
import { startAutoRuns } from './lists/steps/auto-runs.ts';
import { startRefreshes } from './lists/steps/refresh-list.ts';
import { startTaskSaves } from './lists/task-saves.ts';
import { startMetrics } from './metrics/start.ts';
import { openOperatorSocket } from './operator/socket.ts';
import { OPERATOR_COMMANDS } from './operator-commands.ts';
import { startPayments } from './payments/worker.ts';
import { startPeopleOrders } from './people-orders/worker.ts';
import { startTableSweep } from './person-rights/sweep-tables.ts';
import { watchDatabase } from './platform/database/database-watch.ts';
import { watchSchema } from './platform/database/schema-readiness.ts';
import { watchSecret } from './platform/database/secret-watch.ts';
import { startedWork } from './platform/process/started-work.ts';
import { NO_WATCHDOG } from './platform/process/watchdog.ts';
import { startSchedules } from './schedules/planner.ts';
import { openDeps } from './server-deps.ts';
import { vacuumAll } from './tasks/worker/vacuum.ts';
import { startWorker } from './tasks/worker/worker.ts';
import { warnWithoutWorker } from './tasks/workers.ts';
import { startWebhookWorker } from './webhooks/worker.ts';

/** How long open requests can take to finish at a stop before their connections are closed. */
const DRAIN_MS = 10_000;
const IDLE_CHECK_MS = 100;

export interface RunningServer {
  url: string;
  /** A summary of the configuration for the operator, one line per setting. */
  summary: string[];
  /**
   * The one-time link for the operator's browser, which opens the admin page and test payments. null: the server
   * has neither a key of its own nor test payments.
   */
  operatorLink: string | null;
  /** Whether the admin page can be used. Without it, the link opens only test payments. */
  hasAdminKey: boolean;
  /** What the link gives to a browser. */
  operatorPass: OperatorPass;
  stop(): Promise<void>;
}

/**
 * Opens the dependencies, starts the worker unless it is disabled, and listens, unless `early` does so already. A server
 * whose PostgreSQL doesn't answer listens at once, refuses calls, and waits until `ending`. Throws OperatorError.
 */
export async function startServer(
  config: Config,
  watchdog = NO_WATCHDOG,
  early: Front | null = null,
  ending?: AbortSignal,
): Promise<RunningServer> {
  const stopping = new AbortController();
  let listening = early;
  const opened = await openDeps(config, stopping.signal, {
    watchdog,
    exclusive: true,
    migrations: 'apply',
    ...(ending ? { ending } : {}),
    onAway: async () => {
      listening ??= await openFront(config, 0);
    },
  }).catch((error: unknown) => {
    if (!early) listening?.server.close();
    throw error;
  });
  await vacuumAll(opened);
  await endAbandonedExports(opened, config.embedded);
  const checkOptOuts = createOptOutCheck(opened);
  const optedOut = startOptOutCheck(opened, checkOptOuts);
  const front =
    listening ??
    (await openFront(config).catch(async (error: unknown) => {
      await opened.close();
      throw error;
    }));
  const { server, port } = front;
  // With PORT=0, it is known only now.
  const deps = { ...opened, publicUrl: front.publicUrl };
  const work = startedWork();
  // Before anything takes jobs: its port may be in use.
  work.add(
    await startMetrics(deps).catch(async (error: unknown) => {
      await opened.close();
      throw error;
    }),
  );
  const stopWatch = await watchDatabase(deps, { exitMs: config.DATABASE_EXIT_MS });
  front.open(createApp(deps));
  if (config.WORKER === 'inline') {
    work.add(await startWorker(deps));
    work.add(await startMailWorker(deps));
    work.add(await startWebhookWorker(deps, { onDisabled: await openWebhookMail(deps) }));
    work.add(startOptOutSweep(deps));
    work.add(startTableSweep(deps));
  } else work.add(warnWithoutWorker(deps));
  work.add(await startPeopleOrders(deps, 'server'));
  work.add(await startPayments(deps));
  work.add(await startLeadSaves(deps));
  work.add(await startTaskSaves(deps));
  work.add(startAutoRuns(deps));
  work.add(startRefreshes(deps));
  work.add(startForgetting(deps));
  work.add(startSchedules(deps));
  work.add(startExportSweep(deps));
  work.add(startOptOutWatch(checkOptOuts, optedOut));
  work.add(startLeadDataCheck(deps, optedOut));
  work.add(startDailyLeadWork(deps, optedOut));
  work.add(startLogRetention(deps));
  work.add(startBackups(deps));
  const stopSchemaWatch = watchSchema(deps, () => {
    deps.availability.set('newer', true);
    void work.stop();
  });
  const stopSecretWatch = watchSecret(deps, () => {
    deps.availability.set('replaced', true);
    void work.stop();
  });
  // The process that has the data folder, of which an embedded engine for leads is a part.
  const hasFolder = config.embedded || !config.CLICKHOUSE_URL;
  const closeOperator = hasFolder ? await openOperatorSocket(deps, OPERATOR_COMMANDS) : null;
  return {
    url: loopbackUrl(config, port),
    summary: summarize(config),
    operatorLink:
      config.embedded || deps.payments?.provider.source === 'test'
        ? deps.operatorLink.url(deps.publicUrl)
        : null,
    hasAdminKey: deps.secrets.adminKey !== '',
    operatorPass: operatorPass(deps.secrets.authSecret),
    stop: async () => {
      await Promise.all([stopSchemaWatch(), stopSecretWatch(), closeOperator?.(), work.stop()]);
      // Not before: waiting requests get the last results of the worker.
      stopping.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const closeAll = setTimeout(
        () => 'closeAllConnections' in server && server.closeAllConnections(),
        DRAIN_MS,
      );
      // Keep-alive connections become idle after their response and would keep the server open.
      const closeIdle = setInterval(
        () => 'closeIdleConnections' in server && server.closeIdleConnections(),
        IDLE_CHECK_MS,
      );
      await closed;
      clearTimeout(closeAll);
      clearInterval(closeIdle);
      await stopWatch();
      await deps.close();
    },
  };
}

function summarize(config: Config): string[] {
  return [
    config.DATABASE_URL ? 'data: PostgreSQL (DATABASE_URL)' : `data: embedded database in ${config.DATA_DIR}`,
    config.STRIPE_SECRET_KEY
      ? 'payments: Stripe'
      : isLocalOnly(config)
        ? 'payments: test mode, no card is charged (set STRIPE_SECRET_KEY for real payments)'
        : 'payments: none (set STRIPE_SECRET_KEY)',
    config.SMTP_URL
      ? 'mail: SMTP (SMTP_URL)'
      : `mail: saved to ${config.DATA_DIR}/outbox (set SMTP_URL to send it)`,
    config.WORKER === 'inline' ? 'worker: in this process' : 'worker: none (run `leadwell worker`)',
    ...(config.AUTH_SECRET ? [] : [`secrets: generated, stored in ${config.DATA_DIR}/secrets.json`]),
    ...(config.ALLOW_PRIVATE_NETWORK
      ? ['network: private addresses are allowed (ALLOW_PRIVATE_NETWORK)']
      : []),
    listensOnLoopback(config)
      ? 'access: this machine only'
      : `access: any host that can reach ${config.HOST}`,
  ];
}
