import type { Db } from '#server/platform/database/db.ts';
import type { Tables } from '#server/platform/database/tables.ts';

type ReachRecord = Tables['mail_reach'];

export async function saveReach(db: Db, record: ReachRecord): Promise<void> {
  await db
    .insertInto('mail_reach')
    .values(record)
    .onConflict((conflict) =>
      conflict.column('worker').doUpdateSet({ port25: record.port25, tested_at: record.tested_at }),
    )
    .execute();
}

/** The workers' results since then. Deletes older ones. */
export async function reachSince(db: Db, since: Date): Promise<ReachRecord['port25'][]> {
  await db.deleteFrom('mail_reach').where('tested_at', '<', since).execute();
  const rows = await db.selectFrom('mail_reach').select('port25').execute();
  return rows.map(({ port25 }) => port25);
}
