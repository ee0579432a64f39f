import { LEAD_DATABASES, type LeadDatabase } from '#contract/leads.ts';
import type { Deps } from '../deps.ts';
import { LOAD_SECONDS } from '../platform/warehouse/warehouse.ts';
import { currentImports, hasCatalog, type ImportRecord } from './import-records.ts';
import type { LeadDeps } from './lead-search.ts';
import { countRows, leadColumns, leadTable } from './lead-tables.ts';
import { isOwnTable } from './own-table.ts';
import { deletionTime } from './retention-time.ts';
import { changeRows } from './row-counts.ts';
import { tagsOf } from './row-origins.ts';

/**
 * Deletes the rows of imports whose time is over. Rows without an import are of the first one, as those of earlier
 * versions are. Returns how many were deleted of each database.
 */
export async function deleteExpired({
  warehouse,
  clock,
  leadSearch,
}: LeadDeps & Pick<Deps, 'warehouse' | 'clock'>): Promise<Map<LeadDatabase, number>> {
  const deleted = new Map<LeadDatabase, number>();
  if (!(await hasCatalog(warehouse))) return deleted;
  for (const database of LEAD_DATABASES) {
    const imports = await currentImports(warehouse, database);
    const isOver = (record: ImportRecord) =>
      (deletionTime(record) ?? Number.POSITIVE_INFINITY) <= clock.now();
    const over = imports.filter(isOver).flatMap((record) => tagsOf(imports, record));
    const table = leadTable(database);
    if (over.length === 0 || (await leadColumns(warehouse, table)).length === 0) continue;
    if (!(await isOwnTable(warehouse, table))) continue;
    const before = await countRows(warehouse, table);
    // Not a light DELETE, which hides rows and leaves their bytes in the files.
    await changeRows(warehouse, table, () =>
      warehouse.run(
        {
          sql: `ALTER TABLE ${table} DELETE WHERE lw_import IN {ids:Array(String)} SETTINGS mutations_sync = 1`,
          params: { ids: over },
        },
        { seconds: LOAD_SECONDS },
      ),
    );
    leadSearch.invalidate(database);
    const gone = before - (await countRows(warehouse, table));
    if (gone > 0) deleted.set(database, gone);
  }
  return deleted;
}
