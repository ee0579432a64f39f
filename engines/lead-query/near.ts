import type { Circle } from '#contract/lead-filters.ts';
import type { Bind } from './word-search.ts';

/** A degree of latitude is at least this long, in kilometers. */
const DEGREE_KILOMETERS = 110.5;

/**
 * A condition: the business is in the circle. The engine compares the bounds of the circle first, which needs no
 * trigonometry and lets it skip what is elsewhere. Businesses without a place are at 0, 0 in files, and left out.
 */
export function isNear(
  { latitude, longitude, kilometers }: Circle,
  column: (name: string) => string,
  bind: Bind,
): string {
  const x = column('lw_find_longitude');
  const y = column('lw_find_latitude');
  const float = (name: string, value: number) => bind(`near_${name}`, 'Float64', value);
  const high = kilometers / DEGREE_KILOMETERS;
  const farthest = Math.min(Math.abs(latitude) + high, 90);
  const wide = high / Math.max(Math.cos((farthest * Math.PI) / 180), 0.001);
  const [west, east] = [longitude - wide, longitude + wide];
  // Near a pole or the 180th meridian, the circle has longitudes of both ends.
  const inColumns =
    west < -180 || east > 180 ? [] : [`${x} BETWEEN ${float('west', west)} AND ${float('east', east)}`];
  const inRows = `${y} BETWEEN ${float('south', latitude - high)} AND ${float('north', latitude + high)}`;
  const meters = `greatCircleDistance(${x}, ${y}, ${float('longitude', longitude)}, ${float('latitude', latitude)})`;
  const isPlace = `NOT (${x} = 0 AND ${y} = 0)`;
  return [inRows, ...inColumns, isPlace, `${meters} <= ${float('meters', kilometers * 1000)}`].join(' AND ');
}
