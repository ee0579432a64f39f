import type { Db } from '../platform/database/db.ts';

/** What a server with a schedule noted about it. */
export interface LastBackup {
  /** null: none was written yet */
  writtenAt: Date | null;
  /** whether the last try failed */
  failed: boolean;
}

/** The last backup of the schedule, whichever server has it; null: none has noted any. */
export async function readLastBackup(db: Db): Promise<LastBackup | null> {
  const row = await db
    .selectFrom('last_backup')
    .select(['written_at as writtenAt', 'failed'])
    .executeTakeFirst();
  return row ?? null;
}

/** Notes when the last backup was written. It is called once a minute, and writes only what is new. `atMs`: in ms since 1970. */
export async function noteWritten(db: Db, atMs: number): Promise<void> {
  const noted = { written_at: new Date(atMs), failed: false };
  await db
    .insertInto('last_backup')
    .values(noted)
    .onConflict((conflict) =>
      conflict
        .column('one')
        .doUpdateSet(noted)
        .where(({ or, eb }) =>
          or([
            eb('last_backup.failed', '=', true),
            eb('last_backup.written_at', 'is distinct from', noted.written_at),
          ]),
        ),
    )
    .execute();
}

/** Notes that a backup failed. The one before stays noted. */
export async function noteFailed(db: Db): Promise<void> {
  await db
    .insertInto('last_backup')
    .values({ written_at: null, failed: true })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ failed: true }))
    .execute();
}
