import type { Deps } from '../deps.ts';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

type SweepRecord = Omit<Tables['opt_out_sweeps'], 'name'>;

/**
 * Applies the list to stored rows, in steps. `after`: where to go on, null for the beginning. Each step returns the
 * next place, or null at the end.
 */
export type SweepStep = (after: string | null) => Promise<string | null>;

/**
 * Runs a sweep if the list has entries that no earlier one applied, until it is done or `stopping` aborts. A sweep
 * that was interrupted goes on where it was, unless the list has grown. Returns whether there was anything to do.
 */
export async function sweepOptedOut(
  { database: { db } }: Pick<Deps, 'database'>,
  name: string,
  step: SweepStep,
  stopping: AbortSignal,
): Promise<boolean> {
  const newest = await newestOptOut(db);
  const known = await findSweep(db, name);
  const until = known?.until ?? null;
  if (newest === null || newest.getTime() === until?.getTime()) return false;
  const goesOn = known?.running_until?.getTime() === newest.getTime();
  let cursor = goesOn ? (known?.cursor ?? null) : null;
  do {
    if (stopping.aborted) return true;
    cursor = await step(cursor);
    await saveSweep(
      db,
      name,
      cursor === null
        ? { until: newest, running_until: null, cursor: null }
        : { until, running_until: newest, cursor },
    );
  } while (cursor !== null);
  return true;
}

/** When the newest entry was added; null for an empty list. */
async function newestOptOut(db: Db): Promise<Date | null> {
  const newest = await db
    .selectFrom('opt_outs')
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? new Date(newest.created_at) : null;
}

function findSweep(db: Db, name: string): Promise<SweepRecord | undefined> {
  return db
    .selectFrom('opt_out_sweeps')
    .select(['until', 'running_until', 'cursor'])
    .where('name', '=', name)
    .executeTakeFirst();
}

async function saveSweep(db: Db, name: string, sweep: SweepRecord): Promise<void> {
  await db
    .insertInto('opt_out_sweeps')
    .values({ name, ...sweep })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(sweep))
    .execute();
}
