import type { Db } from '../platform/database/db.ts';

const HOUR_MS = 3_600_000;
/** How often a server says again that it has its schedule. */
const SEEN_EVERY_MS = HOUR_MS;
/** A schedule that no server has said to have for so long was turned off: a server can be stopped over a weekend. */
const GONE_MS = 3 * 24 * HOUR_MS;

/** What a server with a schedule noted about it. */
export interface LastBackup {
  /** null: none was written yet */
  writtenAt: Date | null;
  /** whether the last try failed */
  failed: boolean;
  /** how often it backs up */
  everyHours: number;
}

/** The schedule that a server notes something about. `nowMs`: in ms since 1970. */
export interface NotedSchedule {
  everyHours: number;
  nowMs: number;
}

/** The last backup of the schedule, whichever server has it; null: none has one. `nowMs`: in ms since 1970. */
export async function readLastBackup(db: Db, nowMs: number): Promise<LastBackup | null> {
  const row = await db
    .selectFrom('last_backup')
    .select(['written_at as writtenAt', 'failed', 'every_hours as everyHours'])
    .where('seen_at', '>', new Date(nowMs - GONE_MS))
    .executeTakeFirst();
  return row ?? null;
}

/** Notes when the last backup was written. It is called once a minute, and writes only what is new. `atMs`: in ms since 1970. */
export async function noteWritten(db: Db, atMs: number, { everyHours, nowMs }: NotedSchedule): Promise<void> {
  const noted = {
    written_at: new Date(atMs),
    failed: false,
    every_hours: everyHours,
    seen_at: new Date(nowMs),
  };
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
            eb('last_backup.every_hours', '!=', everyHours),
            eb('last_backup.seen_at', '<', new Date(nowMs - SEEN_EVERY_MS)),
          ]),
        ),
    )
    .execute();
}

/** Notes that a backup failed. The one before stays noted. */
export async function noteFailed(db: Db, { everyHours, nowMs }: NotedSchedule): Promise<void> {
  const noted = { failed: true, every_hours: everyHours, seen_at: new Date(nowMs) };
  await db
    .insertInto('last_backup')
    .values({ written_at: null, ...noted })
    .onConflict((conflict) => conflict.column('one').doUpdateSet(noted))
    .execute();
}

/** Notes that no server has a schedule. */
export async function noteNoSchedule(db: Db): Promise<void> {
  await db.deleteFrom('last_backup').execute();
}
