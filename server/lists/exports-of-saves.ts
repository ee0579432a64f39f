import type { Db } from '../platform/database/db.ts';

/** The exports that pay for these saves, by their ids. */
export async function exportsOfSaves(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('lead_saves').select(['id', 'export_id']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, export_id }) => (export_id === null ? [] : [[id, export_id]])));
}
