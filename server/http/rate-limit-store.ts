import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Counts one use, up to `max`, in one statement. Starts a new window when the last one has ended. */
export async function countUse(
  db: Db,
  bucket: string,
  use: { now: Date; resetsAt: Date; max: number },
): Promise<{ used: number; resets_at: Date }> {
  return db
    .insertInto('rate_limits')
    .values({ bucket, used: 1, resets_at: use.resetsAt })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        used: sql<number>`case when rate_limits.resets_at <= ${use.now} then 1
          else least(rate_limits.used + 1, ${use.max}::int) end`,
        resets_at: sql<Date>`case when rate_limits.resets_at <= ${use.now} then excluded.resets_at
          else rate_limits.resets_at end`,
      }),
    )
    .returning(['used', 'resets_at'])
    .executeTakeFirstOrThrow();
}

export function findUses(db: Db, bucket: string, now: Date) {
  return db
    .selectFrom('rate_limits')
    .select(['used', 'resets_at'])
    .where('bucket', '=', bucket)
    .where('resets_at', '>', now)
    .executeTakeFirst();
}

export async function deleteUses(db: Db, bucket: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('bucket', '=', bucket).execute();
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('resets_at', '<=', now).execute();
}
