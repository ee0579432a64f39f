import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import { type DataLock, lockDataFolder } from './platform/data-lock.ts';
import { type Database, openPGlite, openPostgres } from './platform/db.ts';
import { createLog, type Log } from './platform/log.ts';
import { migrate } from './platform/migrate.ts';
import { OperatorError, reasonOf } from './platform/operator-error.ts';
import { createQueue } from './platform/queue.ts';
import { loadOrMakeSecrets } from './platform/secrets.ts';
import { createWarehouse, type Warehouse } from './platform/warehouse/warehouse.ts';

/** The parts every feature is built from. Tests make their own with a database of their own and a clock they turn. */
export interface Deps {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  queue: ReturnType<typeof createQueue>;
  /** where leads are searched; opened at its first use */
  warehouse: Warehouse;
  secrets: { authSecret: string; adminKey: string };
  /** Where links point and which origin is ours, without a slash at the end. */
  publicUrl: string;
  /** Aborted when the server stops, once the worker has stored what it had: a call that waits answers with what there is. */
  stopping: AbortSignal;
}

/** Builds the real parts once. Throws OperatorError where the data folder or the database cannot be had. */
export async function openDeps(
  config: Config,
  stopping: AbortSignal = new AbortController().signal,
): Promise<Deps & { close(): Promise<void> }> {
  const log = createLog(config.LOG_LEVEL);
  const lock: DataLock | null = config.embedded ? lockDataFolder(config.DATA_DIR) : null;
  const stored = config.embedded ? loadOrMakeSecrets(config.DATA_DIR) : null;
  const database = config.DATABASE_URL
    ? await reachPostgres(config.DATABASE_URL)
    : await openPGlite({ dataDir: `${config.DATA_DIR}/db` });
  for (const name of await migrate(database)) log.info({ migration: name }, 'migration applied');
  const queue = createQueue(database, log);
  await queue.start();
  const warehouse = createWarehouse({
    url: config.CLICKHOUSE_URL,
    engine: { folder: `${config.DATA_DIR}/warehouse`, log },
    log,
  });
  return {
    config,
    log,
    clock: Date,
    database,
    queue,
    warehouse,
    secrets: {
      authSecret: config.AUTH_SECRET ?? stored?.AUTH_SECRET ?? '',
      adminKey: config.ADMIN_KEY ?? stored?.ADMIN_KEY ?? '',
    },
    publicUrl: (config.PUBLIC_URL ?? loopbackUrl(config, config.PORT)).replace(/\/+$/, ''),
    stopping,
    close: async () => {
      await queue.stop({ graceful: true, timeout: 10_000 });
      await warehouse.close();
      await database.close();
      lock?.release();
    },
  };
}

async function reachPostgres(url: string): Promise<Database> {
  const database = openPostgres(url);
  try {
    await database.runScript('select 1');
  } catch (cause) {
    throw new OperatorError(`The database of DATABASE_URL cannot be used: ${reasonOf(cause)}`, { cause });
  }
  return database;
}

/** The address of a server that no PUBLIC_URL names. */
export function loopbackUrl(config: Config, port: number): string {
  return `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
}
