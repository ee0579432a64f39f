import type { Db } from '../platform/database/db.ts';

/** Which of these exports a plan covered, so that they cost no credits of the balance. */
export async function exportsOfPlan(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('lead_exports')
    .select('id')
    .where('id', 'in', ids)
    .where('from_balance', '=', false)
    .where('free', '=', false)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
