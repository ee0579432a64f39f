import { noFilters } from '#contract/lead-filters.ts';
import { Lead } from '#contract/leads.ts';
import { LEAD_ID, pageQuery } from '#engines/lead-query/lead-query.ts';
import type { LeadTable } from '#engines/lead-query/lead-table.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';

const SECONDS = 60;

/** The leads with these ids (`lw_key`), by id, as the table has them now. Those that it doesn't have are missing. */
export async function leadsById(
  warehouse: Warehouse,
  table: LeadTable,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Lead>> {
  if (ids.length === 0) return new Map();
  const filters = { ...noFilters(), leads: [...ids] };
  const { sql, params } = pageQuery(table, filters, { limit: ids.length, offset: 0 });
  const rows = await retryInterrupted(() =>
    warehouse.rows({ sql, params }, Lead, { signal, seconds: SECONDS }),
  );
  return new Map(rows.map(({ [LEAD_ID]: id, ...lead }) => [String(id), lead]));
}
