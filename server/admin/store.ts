import type { Db } from '../platform/db.ts';

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
