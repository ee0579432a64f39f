import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max';
import { addressHints } from './address-hints.ts';
import { languageHints, letterHints } from './language-hints.ts';
import { type Places, placesIn } from './place-names.ts';

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
  /** countries and cities in the text */
  places: Places;
  text: string;
}

/** Likely regions with their weight, most likely first. */
export type Regions = readonly { region: CountryCode; weight: number }[];

/** Country domains that are used worldwide. */
const GENERIC_CCTLD = new Set(
  'co io me tv ai fm ly to cc ws nu la gg sh vc app tk ml ga cf gq st ac sc im is'.split(' '),
);
/** Used worldwide, but their own country's sites use them too. */
const HALF_GENERIC: Readonly<Record<string, number>> = {
  co: 2,
  me: 2,
  is: 5,
  la: 1,
  im: 1,
  sc: 1,
  ly: 1,
  ga: 1,
  ml: 1,
};

const HOST_WEIGHT = 8;
const MAX_INTERNATIONAL_WEIGHT = 9;
/** With more countries than this, the page lists them, for example in a form. */
const MAX_NAMED = 6;
const SURE_WEIGHT = 8;

/** The region of a country code or name in structured data. */
function parseRegion(country: string): CountryCode | null {
  const code = country.trim().toUpperCase();
  if (code === 'UK') return 'GB';
  if (code === 'USA') return 'US';
  if (code.length === 2 && isSupportedCountry(code)) return code;
  return placesIn(country.trim().replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()))[0]?.code ?? null;
}

function regionOfHost(host: string): { region: CountryCode; weight: number } | null {
  const tld = host.slice(host.lastIndexOf('.') + 1).toLowerCase();
  if (tld.length !== 2)
    return tld === 'gov' || tld === 'mil' || tld === 'edu' ? { region: 'US', weight: HOST_WEIGHT } : null;
  const region = parseRegion(tld);
  // "com.co" and "net.co" belong to the country.
  const second = /\.(?:com|co|net|org|gov|edu|gob|gouv|ac)\.[a-z]{2}$/i.test(host);
  if (!region || second || !GENERIC_CCTLD.has(tld)) return region && { region, weight: HOST_WEIGHT };
  const weight = HALF_GENERIC[tld] ?? 0;
  return weight > 0 ? { region, weight } : null;
}

/**
 * Returns the likely regions of a page's national numbers with their weight, most likely first. Always
 * includes the United States with a low weight.
 */
export function inferRegions(hints: RegionHints): Regions {
  const weights = new Map<CountryCode, number>();
  const add = (region: CountryCode | null, weight: number): void => {
    if (region) weights.set(region, (weights.get(region) ?? 0) + weight);
  };
  const host = hints.host ? regionOfHost(hints.host) : null;
  if (host) add(host.region, host.weight);
  for (const country of new Set(hints.countries.slice(0, 20))) add(parseRegion(country), 5);
  addInternational(hints.international, add);
  for (const mailHost of new Set(hints.emailHosts)) {
    const mail = regionOfHost(mailHost);
    if (mail) add(mail.region, mail.weight / 4);
  }
  const locales = [hints.lang ?? '', ...hints.locales];
  for (const locale of locales) addLocale(locale, add);
  addPlaces(hints.places, add);
  // Reading the addresses costs more than all other hints, so it's used only if they are inconclusive.
  const isSure = Math.max(0, ...weights.values()) >= SURE_WEIGHT;
  const letters = isSure ? [] : letterHints(hints.text);
  for (const [region, weight] of letters) add(region, weight);
  if (!isSure) for (const [region, weight] of addressHints(hints.text)) add(region, weight);
  const isEnglish = !hints.lang || hints.lang.toLowerCase().startsWith('en');
  add('US', isEnglish && !letters.some(([, weight]) => weight >= 3) ? 1.5 : 0.1);
  return [...weights].map(([region, weight]) => ({ region, weight })).sort((a, b) => b.weight - a.weight);
}

type Add = (region: CountryCode | null, weight: number) => void;

function addInternational(international: readonly CountryCode[], add: Add): void {
  const counts = new Map<CountryCode, number>();
  for (const region of international.slice(0, 20)) counts.set(region, (counts.get(region) ?? 0) + 3);
  for (const [region, weight] of counts) add(region, Math.min(weight, MAX_INTERNATIONAL_WEIGHT));
}

/** An address counts most, a country or city that is only mentioned little. */
function addPlaces(places: Places, add: Add): void {
  const best = new Map<CountryCode, number>();
  const named = new Set(places.flatMap(({ kind, code }) => (kind === 'country' ? [code] : [])));
  const country = named.size > MAX_NAMED ? 0.2 : 1.5;
  const kindWeights = { country, city: 1.5, address: 4 };
  for (const { code, kind } of places) {
    const weight = code === 'US' && kind === 'country' ? 0.3 : kindWeights[kind];
    const known = best.get(code) ?? 0;
    // A city and its country together are nearly an address.
    best.set(code, Math.max(known, weight) + (known > 0 && known !== weight && known < 3 ? 1 : 0));
  }
  for (const [code, weight] of best) add(code, Math.min(weight, 5));
}

function addLocale(locale: string, add: Add): void {
  const [language = '', ...rest] = locale.split(/[-_]/);
  const region = rest.findLast((part) => part.length === 2);
  // Many templates use en-US by default.
  if (region) add(parseRegion(region), region.toUpperCase() === 'US' ? 1 : 4);
  else for (const [country, weight] of languageHints(language)) add(country, weight);
}
