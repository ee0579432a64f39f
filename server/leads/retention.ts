import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import type { Deps } from '../deps.ts';
import { LOAD_SECONDS } from '../platform/warehouse/warehouse.ts';
import { currentImports, hasCatalog, type ImportRecord } from './import-records.ts';
import type { LeadDeps } from './lead-search.ts';
import { leadTable } from './lead-tables.ts';
import { isOwnTable } from './own-table.ts';
import { deletionTime } from './retention-time.ts';
import { changeRows } from './row-counts.ts';
import { tagsOf } from './row-origins.ts';
import { countRows, leadColumns, number } from './table-facts.ts';

type RetentionDeps = LeadDeps & Pick<Deps, 'warehouse' | 'clock' | 'log' | 'stopping'>;

/**
 * Deletes the rows of imports whose time is over. Rows without an import are of the first one, as those of earlier
 * versions are. Returns how many were deleted of each database. A database that fails is logged, and stops no other.
 */
export async function deleteExpired(deps: RetentionDeps): Promise<Map<LeadDatabase, number>> {
  const deleted = new Map<LeadDatabase, number>();
  if (!(await hasCatalog(deps.warehouse))) return deleted;
  for (const database of LEAD_DATABASES) {
    try {
      const gone = await deleteExpiredOf(deps, database);
      if (gone > 0) deleted.set(database, gone);
    } catch (error) {
      if (deps.stopping.aborted) return deleted;
      deps.log.error({ err: error, database }, 'leads whose retention is over could not be deleted');
    }
  }
  return deleted;
}

async function deleteExpiredOf(
  { warehouse, clock, leadSearch }: RetentionDeps,
  database: LeadDatabase,
): Promise<number> {
  const imports = await currentImports(warehouse, database);
  const isOver = (record: ImportRecord) => (deletionTime(record) ?? Number.POSITIVE_INFINITY) <= clock.now();
  const over = imports.filter(isOver).flatMap((record) => tagsOf(imports, record));
  const table = leadTable(database);
  if (over.length === 0 || (await leadColumns(warehouse, table)).length === 0) return 0;
  if (!(await isOwnTable(warehouse, table))) return 0;
  const where = 'lw_import IN {ids:Array(String)}';
  const params = { ids: over };
  // Also rows that a light DELETE hides. A search must not wait for nothing.
  const stored = {
    sql: `SELECT count() AS n FROM ${table} WHERE ${where}`,
    params,
    settings: { apply_deleted_mask: 0 },
  };
  if ((await number(warehouse, stored)) === 0) return 0;
  const before = await countRows(warehouse, table);
  // Not a light DELETE, which hides rows and leaves their bytes in the files.
  await changeRows(warehouse, table, () =>
    warehouse.run(
      { sql: `ALTER TABLE ${table} DELETE WHERE ${where} SETTINGS mutations_sync = 1`, params },
      { seconds: LOAD_SECONDS },
    ),
  );
  leadSearch.invalidate(database);
  return before - (await countRows(warehouse, table));
}
