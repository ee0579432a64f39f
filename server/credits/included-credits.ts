import type { Db } from '../platform/database/db.ts';

/** What the plan covered of these tasks, less refunds. Those that it didn't cover are missing. */
export async function includedCredits(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('credit_lines')
    .select(['task_id', 'included'])
    .where('task_id', 'in', ids)
    .where('included', '>', 0)
    .execute();
  return new Map(rows.flatMap(({ task_id, included }) => (task_id ? [[task_id, Number(included)]] : [])));
}
