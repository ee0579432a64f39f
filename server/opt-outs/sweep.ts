import type { Deps } from '../deps.ts';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';

type SweepRecord = Omit<Tables['opt_out_sweeps'], 'name'>;

/**
 * Applies the list to stored rows, in steps. `after`: where to go on, null for the beginning. Each step returns the
 * next place, or null at the end.
 */
export type SweepStep = (after: string | null) => Promise<string | null>;

/** Rows that were checked before an entry was added are stored by then. */
const AGAIN_AFTER_MS = 15 * 60_000;
/** What people upload later is swept daily. */
const AGAIN_EVERY_MS = 86_400_000;

/**
 * Runs a sweep if the list has entries that no earlier one applied, until it is done or `stopping` aborts. It runs again 15 minutes
 * after the newest entry, since rows can be checked before and stored after the first one passed, and then every day. A sweep that was
 * interrupted goes on where it was, unless the list has grown. Returns whether there was anything to do.
 */
export async function sweepOptedOut(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  name: string,
  step: SweepStep,
  stopping: AbortSignal,
): Promise<boolean> {
  const newest = await newestOptOut(db);
  if (newest === null) return false;
  const again = `${name} again`;
  const sweeps = await findSweeps(db, [name, again]);
  const known = sweeps.get(name);
  if (newest.getTime() !== known?.until?.getTime()) {
    await sweep(db, { name, known, until: newest }, step, stopping);
    return true;
  }
  const last = sweeps.get(again);
  const until = last?.running_until ?? startAgain(newest, last?.until ?? null, new Date(clock.now()));
  if (until === null) return false;
  await sweep(db, { name: again, known: last, until }, step, stopping);
  return true;
}

/** When a sweep of the same entries starts: now, or null for later. `last`: when the one before started. */
function startAgain(newest: Date, last: Date | null, now: Date): Date | null {
  const due = newest.getTime() + AGAIN_AFTER_MS;
  if (now.getTime() < due) return null;
  const isDone = last !== null && last.getTime() >= due;
  return isDone && now.getTime() - last.getTime() < AGAIN_EVERY_MS ? null : now;
}

async function sweep(
  db: Db,
  { name, known, until }: { name: string; known: SweepRecord | undefined; until: Date },
  step: SweepStep,
  stopping: AbortSignal,
): Promise<void> {
  const goesOn = known?.running_until?.getTime() === until.getTime();
  let cursor = goesOn ? known.cursor : null;
  do {
    if (stopping.aborted) return;
    cursor = await step(cursor);
    await saveSweep(
      db,
      name,
      cursor === null
        ? { until, running_until: null, cursor: null }
        : { until: known?.until ?? null, running_until: until, cursor },
    );
  } while (cursor !== null);
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

async function findSweeps(db: Db, names: readonly string[]): Promise<Map<string, SweepRecord>> {
  const rows = await db
    .selectFrom('opt_out_sweeps')
    .select(['name', 'until', 'running_until', 'cursor'])
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map(({ name, ...sweep }) => [name, sweep]));
}

async function saveSweep(db: Db, name: string, sweep: SweepRecord): Promise<void> {
  await db
    .insertInto('opt_out_sweeps')
    .values({ name, ...sweep })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(sweep))
    .execute();
}
