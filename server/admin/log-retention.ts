import type { Deps } from '../deps.ts';
import { every } from '../platform/every.ts';
import { deleteLogEntries } from './store.ts';

const INTERVAL_MS = 60 * 60_000;
const DAY_MS = 86_400_000;

/** Deletes entries of the admin log after ADMIN_LOG_RETENTION_DAYS, if set. Returns a function that stops it. */
export function startLogRetention(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'log'>,
): () => Promise<void> {
  const { ADMIN_LOG_RETENTION_DAYS: days } = deps.config;
  if (days === undefined) return async () => {};
  return every(INTERVAL_MS, async () => {
    try {
      await deleteLogEntries(deps.database.db, new Date(deps.clock.now() - days * DAY_MS));
    } catch (error) {
      deps.log.error({ err: error }, 'could not delete old entries of the admin log');
    }
  });
}
