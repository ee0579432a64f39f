import { COUNTRIES } from '#contract/countries.ts';

/** What else those countries are called in places, by LinkedIn above all. */
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

/** Of the country Georgia; elsewhere the name may mean the state. */
const GEORGIAN_PLACES = /tbilisi|batumi|kutaisi|rustavi|t'bilisi|adjara|imereti/i;

/** The country of a place, as filters name it: "Lyon, Auvergne-Rhône-Alpes, France" -> "France". '' where its last part is none. */
export function countryOfPlace(place: string): string {
  const last = place
    .slice(place.lastIndexOf(',') + 1)
    .trim()
    .toLowerCase();
  if (last === 'georgia' && place.includes(',') && !GEORGIAN_PLACES.test(place)) return '';
  return BY_NAME.get(last) ?? '';
}
