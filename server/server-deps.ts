import { TASK_TOOLS } from '#tools/index/server-tools.ts';
import type { ToolDeps } from '#tools/server-tool.ts';
import { databasePlace, isUnused, lostDatabase, markUsed, whyNotEmpty } from './accounts/lost-database.ts';
import { createOperatorLink, type OperatorLink } from './admin/operator-link.ts';
import { openSignInProviders, type SignInProviders } from './auth/openid/providers.ts';
import { type Config, logFormat } from './config.ts';
import { type Deps, loopbackUrl } from './deps.ts';
import { createLeadDataCheck, type LeadDataDeps } from './leads/lead-data-check.ts';
import { openLeadSearch } from './leads/lead-search.ts';
import { openPayments } from './payments/payment-context.ts';
import { type ApolloDeps, openApollo } from './people-orders/people-sources.ts';
import { settleRestore } from './platform/backup/pending-swap.ts';
import { finishRestore } from './platform/backup/swap.ts';
import { requireAuthSecret } from './platform/database/auth-secret.ts';
import { createAvailability } from './platform/database/availability.ts';
import { connectPostgres } from './platform/database/connect-postgres.ts';
import type { Database } from './platform/database/db.ts';
import { hasEmbeddedDatabase, openEmbeddedDatabase } from './platform/database/embedded-database.ts';
import { createOutageLines, type OutageLines } from './platform/database/outage-lines.ts';
import { type Migrations, prepareSchema } from './platform/database/schema-readiness.ts';
import { startStorageWatch } from './platform/database/storage-watch.ts';
import { waitForDatabase } from './platform/database/wait-for-database.ts';
import { DataFolderInUse, type DataLock, lockDataFolder } from './platform/disk/data-lock.ts';
import type { DiskSpace } from './platform/disk/disk-space.ts';
import { folderSpace } from './platform/disk/disk-space.ts';
import { MEGABYTE } from './platform/disk/free-bytes.ts';
import { givenSecrets, loadOrCreateSecrets } from './platform/disk/secrets.ts';
import { createLog, type Log } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';
import { createChildRunner } from './platform/process/child-runner.ts';
import { NO_WATCHDOG, type Watchdog } from './platform/process/watchdog.ts';
import { createQueue } from './platform/queue/queue.ts';
import { createTurns } from './platform/turns.ts';
import { LEADWELL_VERSION } from './platform/version.ts';
import { createWarehouse } from './platform/warehouse/warehouse.ts';

/**
 * All dependencies with the lifetime of the server: the base ones and those that features and tools create.
 */
export interface ServerDeps extends ToolDeps, ApolloDeps, LeadDataDeps {
  signInProviders: SignInProviders;
  operatorLink: OperatorLink;
  /** Closes all dependencies. Call it once nothing uses them. */
  close(): Promise<void>;
}

/** Adds the dependencies of features and tools. `graceful`: `close` waits up to 10 s for running jobs. */
export function withFeatures<Base extends Deps>(
  base: Base,
  options: { graceful: boolean },
): Base & ServerDeps {
  const apollo = openApollo(base.config);
  const signInProviders = openSignInProviders(base.config);
  return {
    ...base,
    signInProviders,
    leadSearch: openLeadSearch(base),
    leadData: createLeadDataCheck(base),
    payments: openPayments(base),
    taskTools: TASK_TOOLS,
    operatorLink: createOperatorLink(base.clock),
    apollo,
    close: async () => {
      await base.queue.stop({ graceful: options.graceful, timeout: 10_000 });
      await apollo?.close();
      await signInProviders.close();
      await base.warehouse.close();
      await base.database.close();
    },
  };
}

/** PGlite blocks the event loop while it changes large tables. */
const MIGRATION_SECONDS = 3600;

/**
 * Opens all dependencies. Throws OperatorError if the data folder or the database can't be opened.
 * `exclusive`: no other server may use the lead databases in the data folder. `migrations`: what to do with a PostgreSQL
 * database that lacks some; by default, it is refused. A process that applies them or waits for them also waits for a
 * PostgreSQL that doesn't answer, until `ending`, and calls `onAway` first.
 */
export async function openDeps(
  config: Config,
  stopping: AbortSignal = new AbortController().signal,
  options: {
    watchdog?: Watchdog;
    exclusive?: boolean;
    migrations?: Migrations;
    ending?: AbortSignal;
    onAway?: () => Promise<void>;
  } = {},
): Promise<ServerDeps> {
  const outageLines = createOutageLines();
  const log = createLog(config.LOG_LEVEL, {
    format: logFormat(config),
    version: LEADWELL_VERSION,
    leavesOut: outageLines.leavesOut,
  });
  const { migrations = 'require', ending = stopping, onAway } = options;
  const ownsFolder = config.embedded || (options.exclusive === true && !config.CLICKHOUSE_URL);
  const lock = ownsFolder ? lockFolder(config) : null;
  try {
    const open = () =>
      openLocked(config, stopping, {
        log,
        outageLines,
        ending,
        watchdog: options.watchdog ?? NO_WATCHDOG,
        ownsFolder,
        isServer: options.exclusive === true,
        // Nothing else uses an embedded database.
        migrations: config.embedded ? 'apply' : migrations,
      });
    const deps = await (config.embedded || migrations === 'require'
      ? open()
      : waitForDatabase(open, { log, stopping: ending, onAway }));
    return {
      ...deps,
      close: async () => {
        await deps.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function lockFolder({ DATA_DIR, embedded }: Config): DataLock {
  try {
    return lockDataFolder(DATA_DIR);
  } catch (error) {
    if (embedded || !(error instanceof DataFolderInUse)) throw error;
    throw new OperatorError(
      `The lead databases in ${DATA_DIR} are in use by ${error.holder}. For a second server, set DATA_DIR to another folder, or set CLICKHOUSE_URL on both to share a ClickHouse server.`,
      { cause: error },
    );
  }
}

interface Opening {
  log: Log;
  outageLines: OutageLines;
  ending: AbortSignal;
  watchdog: Watchdog;
  ownsFolder: boolean;
  isServer: boolean;
  migrations: Migrations;
}

async function openLocked(config: Config, stopping: AbortSignal, opening: Opening): Promise<ServerDeps> {
  const { log, ownsFolder } = opening;
  const space = folderSpace(config.DATA_DIR, config.MIN_FREE_DISK_MB * MEGABYTE);
  if (ownsFolder && finishRestore(config.DATA_DIR)) log.warn('finished a restore that was interrupted');
  const notEmpty = config.ALLOW_EMPTY_DATABASE ? null : whyNotEmpty(config);
  // Before it is created.
  if (config.embedded && notEmpty !== null && !hasEmbeddedDatabase(config.DATA_DIR))
    throw lostDatabase(notEmpty);
  const stored = config.embedded ? loadOrCreateSecrets(config.DATA_DIR) : null;
  const database = config.DATABASE_URL
    ? await connectPostgres(config.DATABASE_URL, {
        pool: config.DATABASE_POOL,
        timeoutMs: config.DATABASE_TIMEOUT_MS,
      })
    : await openEmbeddedDatabase({ dataDir: config.DATA_DIR, space, log });
  try {
    return await openOnDatabase(config, stopping, { ...opening, database, notEmpty, stored, space });
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openOnDatabase(
  config: Config,
  stopping: AbortSignal,
  {
    log,
    outageLines,
    ending,
    watchdog,
    ownsFolder,
    isServer,
    migrations,
    database,
    notEmpty,
    stored,
    space,
  }: Opening & {
    database: Database;
    notEmpty: ReturnType<typeof whyNotEmpty>;
    stored: ReturnType<typeof loadOrCreateSecrets> | null;
    space: DiskSpace;
  },
): Promise<ServerDeps> {
  if (ownsFolder && !config.embedded && (await settleRestore(config.DATA_DIR, database.db)))
    log.warn('finished a restore that was interrupted');
  // A worker too: it would store its secret, and the database would look like a used one to servers.
  const starts = isServer || migrations === 'wait';
  if (starts && notEmpty !== null && (await isUnused(database))) throw lostDatabase(notEmpty);
  const applied = await watchdog.allowBlocking(MIGRATION_SECONDS, () =>
    prepareSchema(database, migrations, { log, stopping: ending }),
  );
  for (const name of applied) log.info({ migration: name }, 'migration applied');
  const given = givenSecrets(config, stored);
  const secrets = await requireAuthSecret(database.db, given.authSecret, given.oldSecret);
  if (isServer) markUsed(config.DATA_DIR, databasePlace(config));
  const queue = createQueue(database, log);
  await queue.start().catch(async (error: unknown) => {
    await queue.stop({ graceful: false });
    throw error;
  });
  const deps = withFeatures(
    {
      config,
      log,
      clock: Date,
      database,
      availability: createAvailability(),
      outageLines,
      queue,
      warehouse: createWarehouse({
        url: config.CLICKHOUSE_URL,
        engine: { folder: `${config.DATA_DIR}/warehouse`, log },
        log,
        ownsFolder,
      }),
      childRunner: createChildRunner(),
      turns: createTurns({ atOnce: 1, of: 'key' }),
      secrets: {
        ...secrets,
        adminKey: config.ADMIN_KEY ?? stored?.ADMIN_KEY ?? '',
      },
      publicUrl: (config.PUBLIC_URL ?? loopbackUrl(config, config.PORT)).replace(/\/+$/, ''),
      stopping,
      watchdog,
    },
    { graceful: true },
  );
  const stopWatch = startStorageWatch(database, { space, folder: config.DATA_DIR, log });
  return {
    ...deps,
    close: async () => {
      await stopWatch();
      await deps.close();
    },
  };
}
