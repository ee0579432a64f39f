import { z } from 'zod';
import type { LeadFilters } from '#contract/lead-filters.ts';
import { type LeadMap, MapBox } from '#contract/leads.ts';
import type { LeadTable } from '#engines/lead-query/lead-table.ts';
import { mapQuery } from '#engines/lead-query/map-query.ts';
import type { ReadOptions, Warehouse } from '../platform/warehouse/warehouse.ts';

const Cell = z.object({
  ...MapBox.shape,
  // Beyond 180 degrees to the east of the 180th meridian.
  west: z.number(),
  east: z.number(),
  longitude: z.number(),
  latitude: z.number(),
  count: z.coerce.number(),
});
type Bounds = Pick<z.infer<typeof Cell>, 'west' | 'east'>;

/** Where the businesses that match are, in a part of the earth or all of it. Throws as the warehouse does. */
export async function readMap(
  warehouse: Warehouse,
  { table, filters, box }: { table: LeadTable; filters: LeadFilters; box: MapBox | null },
  options: ReadOptions,
): Promise<LeadMap> {
  const { sql, params } = mapQuery(table, filters, box);
  const cells = await warehouse.rows({ sql, params }, Cell, options);
  const dots = cells.map(({ longitude, latitude, count }) => ({
    longitude: onEarth(longitude),
    latitude,
    count,
  }));
  if (cells.length === 0) return { dots, box: null };
  return {
    dots,
    box: {
      ...narrowest(cells),
      south: Math.min(...cells.map(({ south }) => south)),
      north: Math.max(...cells.map(({ north }) => north)),
    },
  };
}

function onEarth(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude;
}

/** The west and east of all cells, by the shorter way: businesses in Fiji are on both sides of the 180th meridian. */
function narrowest(cells: readonly Bounds[]): Bounds {
  const around = (bounds: readonly Bounds[]) => {
    const west = Math.min(...bounds.map((one) => one.west));
    const east = Math.max(...bounds.map((one) => one.east));
    return { west: onEarth(west), east: onEarth(east), width: east - west };
  };
  const straight = around(cells);
  const beyond = around(
    cells.map(({ west, east }) => (west < 0 ? { west: west + 360, east: east + 360 } : { west, east })),
  );
  const { west, east } = beyond.width < straight.width ? beyond : straight;
  return { west, east };
}
