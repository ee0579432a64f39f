import { type Config, parseConfig } from '#server/config.ts';
import type { Database } from '#server/platform/database/db.ts';
import {
  type MigrationEvents,
  migrate,
  pendingMigrations,
  WAITING,
} from '#server/platform/database/migrate.ts';
import { QUEUE_SCHEMA, queueSchemaVersion } from '#server/platform/database/queue-schema.ts';
import { createLog } from '#server/platform/log.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { readEnvFile } from '#server/process.ts';
import { openStoppedDatabase } from './stopped-database.ts';

/**
 * `leadwell migrate`: changes the database for this version. With `dryRun`, changes nothing. Writes a line for each
 * migration. Throws OperatorError.
 */
export async function runMigrations(
  { dryRun }: { dryRun: boolean },
  write: (line: string) => void,
): Promise<void> {
  readEnvFile();
  const config = parseConfig(process.env);
  const { database, close } = await openStoppedDatabase(config, { readOnly: dryRun });
  try {
    const { missing, isQueueOld } = await findMissing(database);
    if (!dryRun) await bringUpToDate(database, config);
    const done = dryRun ? 'missing' : 'applied';
    for (const name of missing) write(`${done}: ${name}`);
    if (isQueueOld) write(`${done}: the tables of the queue, version ${QUEUE_SCHEMA}`);
    if (missing.length === 0 && !isQueueOld) write('The database is up to date.');
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`The database can't be changed: ${firstErrorLine(cause)}`, { cause });
  } finally {
    await close();
  }
}

/** What a database lacks for this version. Throws OperatorError if the database is newer. */
export async function findMissing(
  database: Pick<Database, 'db'>,
): Promise<{ applied: string[]; missing: string[]; isQueueOld: boolean }> {
  const known = await pendingMigrations(database);
  const queue = await queueSchemaVersion(database.db);
  return { ...known, isQueueOld: queue === null || queue < QUEUE_SCHEMA };
}

/** Applies what is missing: the migrations, then the tables of the queue. */
export async function bringUpToDate(
  database: Database,
  { LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>,
  onApplied?: MigrationEvents['onApplied'],
): Promise<void> {
  const log = createLog(LOG_LEVEL);
  await migrate(database, { onApplied, onWait: () => log.warn(WAITING) });
  const boss = createQueue(database, log);
  await boss.start();
  await boss.stop({ graceful: false });
}
