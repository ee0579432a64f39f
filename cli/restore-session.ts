import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { plural, pluralForm } from '#contract/plural.ts';
import { schemaExists } from '#server/platform/backup/swap-schemas.ts';
import { clientConnections } from '#server/platform/database/client-connections.ts';
import { pendingMigrations } from '#server/platform/database/migrate.ts';
import { openPostgresSession, type PostgresSession } from '#server/platform/database/postgres-session.ts';
import { firstErrorLine, OperatorError } from '#server/platform/operator-error.ts';
import { type OldPeople, readPeople } from './restored-state.ts';

/** Any fixed number. Two restores of one database would drop each other's schemas. */
const ADVISORY_LOCK = 7_216_115;
/** A connection of a server that was just stopped is listed for a moment. */
const STOPPING_CHECKS = 8;
const CHECK_MS = 250;
/** How long a lost connection may take for its end. */
const COMMIT_SECONDS = 20;

/** Connects to the database of DATABASE_URL. Names without a schema are those of `schema`. Throws OperatorError. */
export async function connect(url: string, schema: string): Promise<PostgresSession> {
  try {
    return await openPostgresSession(url, { schema });
  } catch (cause) {
    throw new OperatorError(
      `Cannot connect to the database of DATABASE_URL: ${firstErrorLine(cause)}. Nothing has changed.`,
      { cause },
    );
  }
}

/** Throws OperatorError if servers or another restore use the database. */
export async function assertAlone({ db }: PostgresSession): Promise<void> {
  const lock = await sql<{
    got: boolean;
  }>`select pg_try_advisory_lock(${sql.lit(ADVISORY_LOCK)}) as got`.execute(db);
  if (!lock.rows[0]?.got)
    throw new OperatorError('Another restore uses this database. Wait for its end. Nothing has changed.');
  for (let check = 0; ; check += 1) {
    const { othersHere: count } = await clientConnections(db);
    if (count === 0) return;
    if (check >= STOPPING_CHECKS)
      throw new OperatorError(
        `${plural(count, 'other connection')} ${pluralForm(count, 'uses', 'use')} the database. Stop all servers and workers, and other programs, then restore again. Nothing has changed.`,
      );
    await delay(CHECK_MS);
  }
}

/**
 * Whether a swap that failed has replaced the tables all the same, because only its answer was lost. `point`: the schema
 * that it makes. null: the database doesn't say.
 */
export async function wasReplaced(
  session: PostgresSession,
  url: string,
  point: string,
): Promise<boolean | null> {
  try {
    return await schemaExists(session.db, point);
  } catch {
    return wasReplacedMeanwhile(url, point).catch(() => null);
  }
}

async function wasReplacedMeanwhile(url: string, point: string): Promise<boolean> {
  const session = await openPostgresSession(url, { schema: 'public' });
  try {
    // The connection that was lost holds it until it has committed or rolled back.
    await session.runScript(
      `set lock_timeout = '${COMMIT_SECONDS}s'; select pg_advisory_lock(${ADVISORY_LOCK})`,
    );
    return await schemaExists(session.db, point);
  } finally {
    await session.close();
  }
}

/** What to tell about a swap that failed after it replaced the tables, or that may have. */
export function unfinished(isReplaced: boolean | null, cause: unknown): OperatorError {
  const says = firstErrorLine(cause);
  return new OperatorError(
    isReplaced
      ? `The database was replaced, but what comes after that failed: ${says}. Solve this, then start the server, which finishes it.`
      : `The database may have been replaced: ${says}, and it doesn't answer. Start the server when it does, which finishes or undoes it. A schema whose name starts with before_restore_ then has the state from before.`,
    { cause },
  );
}

/** Who must not come back from the state in `public`. null: there is none. */
export async function readStoredPeople(url: string): Promise<OldPeople | 'unreadable' | null> {
  const session = await openPostgresSession(url, { schema: 'public' });
  try {
    const { applied } = await pendingMigrations(session).catch(() => ({ applied: ['a newer one'] }));
    return applied.length === 0 ? null : await readPeople(session.db);
  } catch {
    return 'unreadable';
  } finally {
    await session.close();
  }
}
