import type { Db } from '../platform/database/db.ts';

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

/** Deletes the entries before a time, a part at a time. */
export async function deleteLogEntries(db: Db, before: Date): Promise<void> {
  for (;;) {
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
