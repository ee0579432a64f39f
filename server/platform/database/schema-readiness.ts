import { setTimeout as delay } from 'node:timers/promises';
import { every } from '../every.ts';
import type { Log } from '../log.ts';
import { firstErrorLine, OperatorError } from '../operator-error.ts';
import type { Database } from './db.ts';
import { migrate, pendingMigrations, readSchema, WAITING } from './migrate.ts';
import { QUEUE_SCHEMA, queueSchemaVersion } from './queue-schema.ts';

/**
 * What a process does with a database that lacks migrations. `apply`: runs them. `wait`: waits until another process has
 * run them. `require`: fails, unless the database is new.
 */
export type Migrations = 'apply' | 'wait' | 'require';

const CHECK_MS = 2000;
const REMINDER_CHECKS = 30;

/**
 * Brings the schema up to date, or makes sure that it is. Returns the migrations that it applied. Throws OperatorError if
 * the database is newer, lacks migrations (`require`), or the process stops while it waits.
 */
export async function prepareSchema(
  database: Database,
  migrations: Migrations,
  { log, stopping, checkMs = CHECK_MS }: { log: Log; stopping: AbortSignal; checkMs?: number },
): Promise<string[]> {
  const events = { onWait: () => log.warn(WAITING) };
  if (migrations === 'apply') return migrate(database, events);
  for (let checks = 0; ; checks += 1) {
    const { applied, missing } = await pendingMigrations(database);
    // No process uses a new database yet.
    if (migrations === 'require' && applied.length === 0) return migrate(database, events);
    const queue = await queueSchemaVersion(database.db);
    if (missing.length === 0 && queue !== null && queue >= QUEUE_SCHEMA) return [];
    if (migrations === 'require') {
      throw new OperatorError(
        `The database lacks changes of this version (${missing[0] ?? 'the tables of the queue'}). Start a server of this version, or run \`leadwell migrate\`. Then run this command again.`,
      );
    }
    if (checks % REMINDER_CHECKS === 0)
      log.warn(
        { missing },
        'waiting until a server of this version, or `leadwell migrate`, has changed the database',
      );
    await delay(checkMs, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted)
      throw new OperatorError('Stopped before the database was changed for this version.');
  }
}

/**
 * Calls `onNewer` once when a newer version has changed the database so that this one can't go on: it would write wrong
 * rows. The embedded database has only one process. Returns a function that stops the watch.
 */
export function watchSchema(
  { database, log }: { database: Database; log: Log },
  onNewer: () => void,
  checkMs = CHECK_MS,
): () => Promise<void> {
  if (database.kind.engine === 'pglite') return async () => {};
  let isNewer = false;
  return every(checkMs, async () => {
    if (isNewer) return;
    try {
      const { unknown, compatible } = await readSchema(database);
      const queue = (await queueSchemaVersion(database.db)) ?? QUEUE_SCHEMA;
      if (compatible && queue <= QUEUE_SCHEMA) return;
      isNewer = true;
      log.error(
        { migrations: unknown },
        'a newer version of Leadwell has changed the database: this process takes no more work. Stop it, and start the newer version',
      );
      onNewer();
    } catch (error) {
      log.debug({ reason: firstErrorLine(error) }, 'could not read the schema');
    }
  });
}
