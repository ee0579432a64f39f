import { forgetOldReports } from '../../bounce-data/forget-old.ts';
import { forgetStaleItems } from '../../credits/charged-items.ts';
import type { Deps } from '../../deps.ts';
import { deleteExpiredKeys } from '../../idempotency/idempotency.ts';
import { every } from '../../platform/every.ts';
import { deleteOldRows } from '../delete-rows.ts';
import { abandonedLists, deleteIfAbandoned } from '../list-store.ts';
import { startVacuum } from './vacuum.ts';

const INTERVAL_MS = 10 * 60_000;

/** An upload takes seconds. A list this old without a task never becomes one. */
const LIST_MS = 3_600_000;

/**
 * Starts to delete old Idempotency-Keys, abandoned lists and rows past their retention, every ten minutes. On PGlite, which has no
 * autovacuum, also starts to remove dead rows. Returns a function that stops it.
 */
export function startMaintenance(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'log' | 'watchdog'>,
): () => Promise<void> {
  const stop = every(INTERVAL_MS, async (stopping) => {
    try {
      await deleteExpiredKeys(deps.database.db, deps.clock.now());
      await forgetStaleItems(deps.database.db, new Date(deps.clock.now()));
      await forgetOldReports(deps.database.db, new Date(deps.clock.now()));
      await deleteAbandonedLists(deps);
      await deleteOldRows(deps, stopping);
    } catch (error) {
      deps.log.error({ err: error }, 'maintenance failed');
    }
  });
  const stopVacuum = startVacuum(deps);
  return async () => {
    await Promise.all([stop(), stopVacuum()]);
  };
}

async function deleteAbandonedLists({
  clock,
  database: { db },
}: Pick<Deps, 'clock' | 'database'>): Promise<void> {
  for (const id of await abandonedLists(db, new Date(clock.now() - LIST_MS))) await deleteIfAbandoned(db, id);
}
