import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { forgetStaleItems } from '../../credits/charged-items.ts';
import type { Deps } from '../../deps.ts';
import { deleteExpiredKeys } from '../../idempotency/idempotency.ts';
import { every } from '../../platform/every.ts';
import { deleteOldRows } from '../delete-rows.ts';
import { abandonedLists, deleteIfAbandoned } from '../list-store.ts';

const INTERVAL_MS = 10 * 60_000;

/** A vacuum of a large table blocks the event loop. */
const VACUUM_SECONDS = 600;

/** An upload takes seconds. A list this old without a task never becomes one. */
const LIST_MS = 3_600_000;

/**
 * Starts to delete old Idempotency-Keys, abandoned lists and rows past their retention, every ten minutes. On PGlite, which has no
 * autovacuum, it also removes dead rows. Returns a function that stops it.
 */
export function startMaintenance(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'log' | 'watchdog'>,
): () => Promise<void> {
  const stopping = new AbortController();
  const stop = every(INTERVAL_MS, async () => {
    try {
      await deleteExpiredKeys(deps.database.db, deps.clock.now());
      await forgetStaleItems(deps.database.db, new Date(deps.clock.now()));
      await deleteAbandonedLists(deps);
      await deleteOldRows(deps, stopping.signal);
      if (deps.database.kind.engine === 'pglite')
        await deps.watchdog.patient(VACUUM_SECONDS, () => vacuum(deps.database));
    } catch (error) {
      deps.log.error({ err: error }, 'maintenance failed');
    }
  });
  return () => {
    stopping.abort();
    return stop();
  };
}

async function deleteAbandonedLists({
  clock,
  database: { db },
}: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  for (const id of await abandonedLists(db, new Date(clock.now() - LIST_MS))) await deleteIfAbandoned(db, id);
}

/**
 * Vacuums tables at autovacuum's default thresholds, one by one, because each vacuum blocks the event loop.
 */
async function vacuum(database: Deps['database']): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup
  `.execute(database.db);
  for (const { name } of rows) {
    // It writes much WAL.
    if (database.space.isLow()) return;
    await database.runScript(`vacuum ${name}`);
    await nextTurn();
  }
}
