import type { Db } from '../platform/db.ts';
import type { Tables } from '../platform/tables.ts';

export type SweepRecord = Omit<Tables['opt_out_sweeps'], 'name'>;

/** When the newest entry was added; null for an empty list. */
export async function newestOptOut(db: Db): Promise<Date | null> {
  const newest = await db
    .selectFrom('opt_outs')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? new Date(newest.created_at) : null;
}

export function findSweep(db: Db, name: string): Promise<SweepRecord | undefined> {
  return db
    .selectFrom('opt_out_sweeps')
    .select(['until', 'running_until', 'cursor'])
    .where('name', '=', name)
    .executeTakeFirst();
}

export async function saveSweep(db: Db, name: string, sweep: SweepRecord): Promise<void> {
  await db
    .insertInto('opt_out_sweeps')
    .values({ name, ...sweep })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(sweep))
    .execute();
}
