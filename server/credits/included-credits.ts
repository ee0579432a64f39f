import type { Db } from '../platform/database/db.ts';

/** What the plan covered of these tasks and exports, less refunds. Those that it didn't cover are missing. */
export async function includedCredits(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('credit_lines')
    .select(['task_id', 'export_id', 'included'])
    .where((eb) => eb.or([eb('task_id', 'in', ids), eb('export_id', 'in', ids)]))
    .where('included', '>', 0)
    .execute();
  return new Map(
    rows.map(({ task_id, export_id, included }) => [task_id ?? export_id ?? '', Number(included)]),
  );
}
