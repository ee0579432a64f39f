import { COUNTRIES, COUNTRY_NAMES } from '#contract/countries.ts';

const BY_NAME = new Map([
  ...COUNTRIES.map((country) => [country.toLowerCase(), country] as const),
  ...Object.entries(COUNTRY_NAMES),
]);

/** Places in the country of Georgia. Otherwise "Georgia" may be the US state. */
const GEORGIAN_PLACES = /tbilisi|batumi|kutaisi|rustavi|t'bilisi|adjara|imereti/i;

/**
 * The country of a location, as named in filters: "Lyon, Auvergne-Rhône-Alpes, France" -> "France". '' if
 * unknown.
 */
export function countryOfPlace(place: string): string {
  const last = place
    .slice(place.lastIndexOf(',') + 1)
    .trim()
    .toLowerCase();
  if (last === 'georgia' && place.includes(',') && !GEORGIAN_PLACES.test(place)) return '';
  return BY_NAME.get(last) ?? '';
}
