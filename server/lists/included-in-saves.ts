import { exportsOfPlan } from '../leads/exports-of-plan.ts';
import type { Db } from '../platform/database/db.ts';

/**
 * What the plan covered of these saves, in credits, by their ids. Those that it didn't cover are missing. Each run of a save
 * has its own export, and only the last one is known. An account with the plan pays for none, so the last one says it for all.
 */
export async function includedInSaves(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const saves = await db
    .selectFrom('lead_saves')
    .select(['id', 'export_id', 'cost'])
    .where('id', 'in', ids)
    .execute();
  const ofPlan = await exportsOfPlan(
    db,
    saves.flatMap(({ export_id }) => export_id ?? []),
  );
  return new Map(
    saves.flatMap(({ id, export_id, cost }) => (ofPlan.has(export_id ?? '') ? [[id, cost] as const] : [])),
  );
}
