import { z } from 'zod';
import type { LeadFilters } from '#contract/lead-filters.ts';
import { type LeadMap, MapBox } from '#contract/leads.ts';
import type { LeadTable } from '#engines/lead-query/lead-query.ts';
import { mapQuery } from '#engines/lead-query/map-query.ts';
import type { ReadOptions, Warehouse } from '../platform/warehouse/warehouse.ts';

const Cell = MapBox.extend({ longitude: z.number(), latitude: z.number(), count: z.coerce.number() });

/** Where the businesses that match are, in a part of the earth or all of it. Throws as the warehouse does. */
export async function readMap(
  warehouse: Warehouse,
  { table, filters, box }: { table: LeadTable; filters: LeadFilters; box: MapBox | null },
  options: ReadOptions,
): Promise<LeadMap> {
  const { sql, params } = mapQuery(table, filters, box);
  const cells = await warehouse.rows({ sql, params }, Cell, options);
  const dots = cells.map(({ longitude, latitude, count }) => ({ longitude, latitude, count }));
  if (cells.length === 0) return { dots, box: null };
  return {
    dots,
    box: {
      west: Math.min(...cells.map(({ west }) => west)),
      south: Math.min(...cells.map(({ south }) => south)),
      east: Math.max(...cells.map(({ east }) => east)),
      north: Math.max(...cells.map(({ north }) => north)),
    },
  };
}
