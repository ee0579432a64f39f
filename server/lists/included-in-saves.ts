import type { Db } from '../platform/database/db.ts';

/** What the plan covered of these saves, in credits, by their ids. Those that it covered nothing of are missing. */
export async function includedInSaves(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const saves = await db
    .selectFrom('lead_saves')
    .select(['id', 'included'])
    .where('id', 'in', ids)
    .where('included', '>', 0)
    .execute();
  return new Map(saves.map(({ id, included }) => [id, included]));
}
