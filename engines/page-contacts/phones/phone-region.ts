import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { addressHints } from './address-hints.ts';
import { type Countries, countriesIn } from './country-name.ts';

/** Hints for the country of a page's national numbers. */
export interface RegionHints {
  host: string | null;
  lang: string | null;
  /** og:locale, geo.region and the like, as written */
  locales: readonly string[];
  /** country codes or names in structured data */
  countries: readonly string[];
  /** hosts of the page's email addresses */
  emailHosts: readonly string[];
  /** regions of the international numbers on the page */
  international: readonly CountryCode[];
  /** countries mentioned in the text */
  named: Countries;
  text: string;
}

/** Country domains that are used worldwide. */
const GENERIC_CCTLD = new Set(
  'co io me tv ai fm ly to cc ws nu la gg sh vc app tk ml ga cf gq st ac sc im is'.split(' '),
);

const SURE_WEIGHT = 8;

const LANGUAGE_REGION: Readonly<Record<string, CountryCode>> = {
  de: 'DE',
  fr: 'FR',
  nl: 'NL',
  es: 'ES',
  it: 'IT',
  pt: 'PT',
  ja: 'JP',
  da: 'DK',
  sv: 'SE',
  nb: 'NO',
  no: 'NO',
  nn: 'NO',
  fi: 'FI',
  pl: 'PL',
  cs: 'CZ',
  sk: 'SK',
  hu: 'HU',
  ro: 'RO',
  bg: 'BG',
  el: 'GR',
  tr: 'TR',
  ru: 'RU',
  uk: 'UA',
  ko: 'KR',
  zh: 'CN',
  he: 'IL',
  hi: 'IN',
  th: 'TH',
  vi: 'VN',
  id: 'ID',
  hr: 'HR',
  sl: 'SI',
  sr: 'RS',
  et: 'EE',
  lv: 'LV',
  lt: 'LT',
};

/** The region of a country code or name in structured data. */
function regionOf(country: string): CountryCode | null {
  const code = country.trim().toUpperCase();
  if (code === 'UK') return 'GB';
  if (code === 'USA') return 'US';
  if (code.length === 2 && isSupportedCountry(code)) return code;
  return countriesIn(country)[0]?.code ?? null;
}

function regionOfHost(host: string): CountryCode | null {
  const tld = host.slice(host.lastIndexOf('.') + 1).toLowerCase();
  if (tld.length !== 2) return tld === 'gov' || tld === 'mil' || tld === 'edu' ? 'US' : null;
  if (GENERIC_CCTLD.has(tld)) return null;
  return regionOf(tld);
}

/**
 * Returns the likely regions of a page's national numbers with their weight, most likely first. Always
 * includes the United States with a low weight.
 */
export function inferRegions(hints: RegionHints): { region: CountryCode; weight: number }[] {
  const weights = new Map<CountryCode, number>();
  const add = (region: CountryCode | null, weight: number): void => {
    if (region) weights.set(region, (weights.get(region) ?? 0) + weight);
  };
  add(hints.host ? regionOfHost(hints.host) : null, 8);
  for (const country of hints.countries.slice(0, 20)) add(regionOf(country), 5);
  for (const region of hints.international.slice(0, 20)) add(region, 3);
  for (const host of new Set(hints.emailHosts)) add(regionOfHost(host), 2);
  for (const locale of [hints.lang ?? '', ...hints.locales]) addLocale(locale, add);
  for (const region of new Set(hints.named.map(({ code }) => code))) if (region !== 'US') add(region, 1);
  // Parsing addresses costs more than all other hints, so it's used only if they are inconclusive.
  if (Math.max(0, ...weights.values()) < SURE_WEIGHT)
    for (const [region, weight] of addressHints(hints.text)) add(region, weight);
  const english = !hints.lang || hints.lang.toLowerCase().startsWith('en');
  add('US', english ? 1.5 : 0.1);
  return [...weights].map(([region, weight]) => ({ region, weight })).sort((a, b) => b.weight - a.weight);
}

function addLocale(locale: string, add: (region: CountryCode | null, weight: number) => void): void {
  const [language = '', ...rest] = locale.split(/[-_]/);
  const region = rest.findLast((part) => part.length === 2);
  // Many templates use en-US by default.
  if (region) add(regionOf(region), region.toUpperCase() === 'US' ? 1 : 4);
  else if (locale.length >= 2) add(LANGUAGE_REGION[language.toLowerCase()] ?? null, 3);
}
