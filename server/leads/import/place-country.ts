import { countryOfName, englishCountryName } from '#engines/country-names/country-names.ts';

/** Places in the country of Georgia. Otherwise "Georgia" may be the US state. */
const GEORGIAN_PLACES = /tbilisi|batumi|kutaisi|rustavi|t'bilisi|adjara|imereti/i;

/**
 * The country of a location, as named in filters: "Lyon, Auvergne-Rhône-Alpes, France" -> "France". '' if
 * unknown.
 */
export function countryOfPlace(place: string): string {
  const last = place.slice(place.lastIndexOf(',') + 1).trim();
  if (last.toLowerCase() === 'georgia' && place.includes(',') && !GEORGIAN_PLACES.test(place)) return '';
  const code = countryOfName(last);
  return code === null ? '' : englishCountryName(code);
}
