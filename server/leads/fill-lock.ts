import { sql } from 'kysely';
import type { LeadDatabase } from '#contract/leads.ts';
import type { Deps } from '../deps.ts';
import { openPostgresSession, type PostgresSession } from '../platform/database/postgres-session.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';

/** What is being filled in this process. The embedded engine belongs to one process. */
const filling = new WeakMap<Warehouse, Set<LeadDatabase>>();
/** The database then notices a server that is gone, and firewalls don't forget the connection. */
const KEEP_ALIVE_SECONDS = '30';

/** Whether this process fills a lead database now. */
export function isFilling(warehouse: Warehouse, database: LeadDatabase): boolean {
  return filling.get(warehouse)?.has(database) ?? false;
}

/**
 * Runs work that fills or empties a lead database, while nothing else in this process does: two imports at once would give
 * their rows the same ids, and the catalog would not say which rows are there. Throws OperatorError if something does.
 */
export async function fillHere<T>(
  warehouse: Warehouse,
  database: LeadDatabase,
  work: () => Promise<T>,
): Promise<T> {
  if (isFilling(warehouse, database)) throw beingFilled(database);
  const names = filling.get(warehouse) ?? new Set();
  filling.set(warehouse, names.add(database));
  try {
    return await work();
  } finally {
    names.delete(database);
  }
}

/** Like `fillHere`, also with other servers that use the same engine and the same PostgreSQL. */
export async function fillAlone<T>(
  { warehouse, database: { kind } }: Pick<Deps, 'warehouse' | 'database'>,
  database: LeadDatabase,
  work: () => Promise<T>,
): Promise<T> {
  return fillHere(warehouse, database, async () => {
    if (warehouse.embedded || kind.engine !== 'postgres') return work();
    // A connection of its own: an import can take hours.
    const session = await openPostgresSession(kind.url);
    try {
      if (!(await lock(session, database))) throw beingFilled(database);
      return await work();
    } finally {
      // Frees the lock.
      await session.close().catch(() => {});
    }
  });
}

/** Locks until the session ends. In a transaction, because a connection pooler can keep a session. */
async function lock({ db, runScript }: PostgresSession, database: LeadDatabase): Promise<boolean> {
  await runScript(
    `begin; set local idle_in_transaction_session_timeout = 0; set local tcp_keepalives_idle = ${KEEP_ALIVE_SECONDS}`,
  );
  const key = `fill leads ${database}`;
  const { rows } = await sql<{
    got: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as got`.execute(db);
  return rows[0]?.got ?? false;
}

function beingFilled(database: LeadDatabase): OperatorError {
  return new OperatorError(
    `An import into ${database} is running. Wait until it ends, then try again. Nothing was changed.`,
  );
}
