import { COUNTRIES } from '#contract/countries.ts';

/** Other country names used in locations, mostly by LinkedIn. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  us: 'United States',
  usa: 'United States',
  'united states of america': 'United States',
  uk: 'United Kingdom',
  czechia: 'Czech Republic',
  türkiye: 'Turkey',
  turkiye: 'Turkey',
  "côte d'ivoire": 'Ivory Coast',
  'côte d’ivoire': 'Ivory Coast',
  "cote d'ivoire": 'Ivory Coast',
  'cabo verde': 'Cape Verde',
  'the gambia': 'Gambia',
  'the bahamas': 'Bahamas',
  'viet nam': 'Vietnam',
};
const BY_NAME = new Map([
  ...COUNTRIES.map((country) => [country.toLowerCase(), country] as const),
  ...Object.entries(OTHER_NAMES),
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
