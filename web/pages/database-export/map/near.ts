import type { Circle } from '#contract/lead-filters.ts';
import { NEAR_MAX_KILOMETERS } from '#contract/local-business-filters.ts';

/** About 10 cm. */
const DECIMALS = 6;

/**
 * The circle of a text such as "52.52, 13.4, 10" or "52.52 13.4, 10", rounded; null if it isn't one that the function
 * takes.
 */
export function readNear(text: string): Circle | null {
  const parts = text.trim().split(/\s*,\s*|\s+/);
  if (parts.length !== 3 || parts.some((part) => !/^-?\d{1,3}(?:\.\d{1,30})?$/.test(part))) return null;
  const rounded = parts.map((part) => Number(Number(part).toFixed(DECIMALS)));
  const [latitude = 0, longitude = 0, kilometers = 0] = rounded;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth && kilometers > 0 && kilometers <= NEAR_MAX_KILOMETERS
    ? { latitude, longitude, kilometers }
    : null;
}

/** The query parameter of a circle. */
export function writeNear({ latitude, longitude, kilometers }: Circle): string {
  return [latitude, longitude, kilometers].join(',');
}
