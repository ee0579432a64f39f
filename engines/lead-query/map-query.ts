import type { LeadFilters } from '#contract/lead-filters.ts';
import type { MapBox } from '#contract/leads.ts';
import { searchCondition } from './lead-query.ts';
import { type LeadQuery, type LeadTable, quoted, storedColumn } from './lead-table.ts';

/** The cells of a map, from side to side and from top to bottom. Each becomes a dot at most. */
const COLUMNS = 72;
const ROWS = 48;
const EARTH: MapBox = { west: -180, south: -90, east: 180, north: 90 };

/**
 * Counts the matching businesses in each cell of a map: `longitude` and `latitude` of their middle, `count`, and the bounds
 * of them all. East of the
 * 180th meridian, longitudes go on beyond 180. A cell with one business has its own place. Those without a place are at 0, 0 in files, and left out.
 */
export function mapQuery(table: LeadTable, filters: LeadFilters, box: MapBox | null): LeadQuery {
  const { sql, clause, params } = searchCondition(table, filters);
  const { west, south, east, north } = box ?? EARTH;
  const x = storedColumn('lw_find_longitude', table.searched);
  const y = storedColumn('lw_find_latitude', table.searched);
  const width = west < east ? east - west : east - west + 360;
  const inColumns =
    west < east
      ? `${x} BETWEEN {map_west:Float64} AND {map_east:Float64}`
      : `(${x} >= {map_west:Float64} OR ${x} <= {map_east:Float64})`;
  const place = `NOT (${x} = 0 AND ${y} = 0)`;
  const inBox = box ? `${inColumns} AND ${y} BETWEEN {map_south:Float64} AND {map_north:Float64} AND ` : '';
  const onwards = `if(${x} < {map_west:Float64}, ${x} + 360, ${x})`;
  const fromWest = `(${onwards} - {map_west:Float64})`;
  return {
    sql: `SELECT avg(${onwards}) AS longitude, avg(${y}) AS latitude, count() AS count,
  min(${onwards}) AS west, min(${y}) AS south, max(${onwards}) AS east, max(${y}) AS north
FROM ${table.name.split('.').map(quoted).join('.')} ${clause} ${inBox}${place} AND ${sql}
GROUP BY toUInt16(${fromWest} / {map_width:Float64} * ${COLUMNS}), toUInt16((${y} - {map_south:Float64}) / {map_height:Float64} * ${ROWS})
ORDER BY count, longitude, latitude`,
    params: {
      ...params,
      map_west: west,
      map_east: east,
      map_south: south,
      map_north: north,
      map_width: width,
      map_height: Math.max(north - south, 0.0001),
    },
  };
}
