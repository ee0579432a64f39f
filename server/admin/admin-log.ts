import type { Deps } from '../deps.ts';
import type { Db } from '../platform/database/db.ts';
import { every } from '../platform/every.ts';

const INTERVAL_MS = 60 * 60_000;
const DAY_MS = 86_400_000;

/** Deletes entries of the admin log after ADMIN_LOG_RETENTION_DAYS, if set. Returns a function that stops it. */
export function startLogRetention(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'log'>,
): () => Promise<void> {
  const { ADMIN_LOG_RETENTION_DAYS: days } = deps.config;
  if (days === undefined) return async () => {};
  return every(INTERVAL_MS, async (stopping) => {
    try {
      await deleteLogEntries(deps.database.db, new Date(deps.clock.now() - days * DAY_MS), stopping);
    } catch (error) {
      deps.log.error({ err: error }, 'could not delete old entries of the admin log');
    }
  });
}

export async function insertLogEntry(
  db: Db,
  entry: { at: Date; action: string; address: string; accepted: boolean; detail: string },
): Promise<void> {
  await db.insertInto('admin_log').values(entry).execute();
}

export function latestLogEntries(db: Db, limit: number) {
  return db
    .selectFrom('admin_log')
    .select(['at', 'action', 'address', 'accepted', 'detail'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

const ENTRIES_PER_DELETE = 1000;

/** Deletes the entries before a time, a part at a time, until `stopping` aborts. */
async function deleteLogEntries(db: Db, before: Date, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const { numDeletedRows } = await db
      .deleteFrom('admin_log')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('admin_log')
          .select('id')
          .where('at', '<', before)
          .orderBy('id')
          .limit(ENTRIES_PER_DELETE),
      )
      .executeTakeFirst();
    if (numDeletedRows < ENTRIES_PER_DELETE) return;
  }
}
