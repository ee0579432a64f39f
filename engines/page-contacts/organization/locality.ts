import type { CountryCode } from 'libphonenumber-js/max';
import { countryCode } from '#engines/country-names/country-names.ts';
import { namedCountry } from './address-countries.ts';
import type { AddressForm } from './address-forms.ts';
import {
  type AddressPart,
  addressParts,
  cityAtStart,
  isCity,
  isStreet,
  isStreetByWord,
  splitStreetAndCity,
  splitUnitAndCity,
} from './address-parts.ts';
import { isRegion, regionAtEnd } from './regions.ts';
import { introductionEnd } from './street-parts.ts';

const BEFORE_CHARS = 220;
const AFTER_CHARS = 140;
/** A label of a postal code. */
const CODE_LABEL =
  /(?<!\p{L})(?:CEP|C\.? ?P\.?|zip(?: code)?|PLZ|Eircode|PIN(?: ?code)?|post(?:al )?code|cod po[șşs]tal|PSČ|T\. ?K\.?|Τ\. ?Κ\.?)[:.]?\s*$/iu;

const EASTERN_COUNTRY =
  /^(?:Україна|Россия|Российская Федерация|РФ|(?:Республика )?Беларусь|(?:Республика )?Казахстан|РК|(?:Қазақстан(?: Республикасы)?))$/;
/** `2251 Chino Roces Ave.` has a number, not a code. */
const STREET_END = / (?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Boulevard|Blvd|Lane|Highway|Hwy)\.?$/;
/** A country between the city or region and the code. */
const COUNTRY = /^(?:England|Scotland|Wales|Northern Ireland|United Kingdom|UK|Canada|USA|Australia)$/;
const COUNTY = /^\p{Lu}[\p{L} .'’-]{2,25} (?:County|Parish)$/u;
/** Countries where the region is often on the line after the postal code and city. */
const REGION_LINES = 'ZA IN MY ID PH CL MX RO PL PK';
/** `Centro - CEP 37500-000 - Itajubá / MG` */
const CITY_AND_STATE = /^\p{Lu}[\p{L} .'’-]+ ?[/-] ?[A-Z]{2}(?!\p{L})/u;
const CITY_REGIONS = 'AR CO TR';
/** A region between code and city, as in Russia: `630099, Новосибирская область, г. Новосибирск`. */
const EASTERN_REGION = /^\p{L}+(?: \p{L}+)? (?:область|обл\.?|край|обл)$|^(?:Республика|Респ\.) \p{L}+$/u;

/** The parts around a code. */
export interface Block {
  text: string;
  /** the offset of the block in the page's text */
  offset: number;
  parts: AddressPart[];
  /** the part of the code, and what it has before and after the code */
  index: number;
  left: string;
  rest: string;
}

/** The city of a code and where it is. */
export interface Locality {
  city: string;
  region: string | null;
  /** the last part before the city */
  streetEnd: number;
  /** a street that shares its part with the city or the code */
  ownStreet: { text: string; start: number; end: number } | null;
  /** the last part of the address */
  last: number;
}

/** The parts around a code of a text. Null: it is in none. */
export function blockAround(text: string, index: number, code: string): Block | null {
  const offset = Math.max(0, index - BEFORE_CHARS);
  const from = offset === 0 ? 0 : offset + Math.max(0, text.slice(offset, index).search(/[\n\t,|]|[.!?]\s/));
  const block = text.slice(from, index + code.length + AFTER_CHARS);
  const codeStart = index - from;
  const parts = addressParts(block, codeStart);
  const own = parts.findIndex((part) => part.start <= codeStart && codeStart < part.end);
  const part = parts[own];
  if (!part) return null;
  const cut = codeStart - part.start;
  return {
    text: block,
    offset: from,
    parts,
    index: own,
    left: part.text
      .slice(0, cut)
      .replace(CODE_LABEL, '')
      .replace(/[\s,(]+$/, ''),
    rest: part.text
      .slice(cut + code.length)
      .replace(/^\)/, '')
      .replace(/^\.$/, '')
      .trim(),
  };
}

/** The city after a code: `50674 Köln`, `41122 Modena (MO)`, `34740 Kadıköy/İstanbul`. */
export function cityAfter({ parts, index, left, rest }: Block, { country }: AddressForm): Locality | null {
  let last = index;
  let written = rest;
  if (written === '') {
    if (EASTERN_COUNTRY.test(parts[last + 1]?.text ?? '')) last += 1;
    const next = parts[last + 1];
    const isNext =
      next?.gap === 'cell' ||
      next?.gap === 'comma' ||
      (next?.gap === 'bar' &&
        country === 'BR' &&
        (CITY_AND_STATE.test(next.text) || isRegion(parts[last + 2]?.text ?? '', 'BR'))) ||
      (next?.gap === 'line' && (country === 'MX' || country === 'BR' || (left === '' && isCity(next.text))));
    if (!next || !isNext || namedCountry(next.text) || (country === 'PH' && isRegion(next.text, 'PH')))
      return null;
    last += 1;
    written = next.text;
  }
  let region: string | null = null;
  if (EASTERN_REGION.test(written) && parts[last + 1]?.gap === 'comma') {
    region = written;
    last += 1;
    written = parts[last]!.text;
  }
  const start = cityAtStart(written);
  if (!start || STREET_END.test(start)) return null;
  let city = start;
  const after = written.slice(start.length).trim();
  const bracket =
    /^(?<name>.+?) \(?(?<region>[A-Z]{2})\)?$/.exec(city) ?? /^(?<name>.+?) \((?<region>[^)]+)\)$/.exec(city);
  if (bracket && (country === 'IT' || country === 'ES')) {
    city = bracket.groups!.name!;
    region = bracket.groups!.region!;
  } else if (country === 'IT' || country === 'ES')
    region = /^\((\p{Lu}[\p{L} -]{1,24})\)/u.exec(after)?.[1] ?? null;
  // `28012 Madrid (España)`
  if (region && namedCountry(region) === country) region = null;
  const slashed = /^\/ ?(?<region>\p{Lu}[\p{L}]*)/u.exec(after)?.groups?.region;
  if (slashed && (country === 'TR' || country === 'BR')) region = slashed;
  const dashed = parts[last + 1];
  if (country === 'BR' && dashed && isRegion(dashed.text, 'BR')) {
    region = dashed.text;
    last += 1;
  }
  const canton = country === 'CH' && /^(?<name>.+) \(?(?<canton>[A-Z]{2})\)?$/.exec(city)?.groups;
  if (canton) {
    city = canton.name!;
    region = canton.canton!;
  } else if (country === 'CH')
    region ??= /^\/\p{Lu}[\p{L} -]+ (?<canton>[A-Z]{2})$/u.exec(after)?.groups?.canton ?? null;
  if (!region) [region, last] = regionAfter(parts, last, country);
  if (country === 'BR' && !region && parts[index + 1]?.gap === 'line' && rest === '') return null;
  city = city
    .replace(/ C[Ee][Dd][Ee][Xx](?: \d+)?$/, '')
    .replace(/(?<! [aiov]\.[ d.]*\p{Lu}\p{L}{0,3})[.,]$/u, '');
  if (country === 'PL' || country === 'CZ' || country === 'SK')
    city = city.replace(/ (?:Tel|NIP|I[ČC]O?)$/, '');
  return { city, region, streetEnd: index - 1, ownStreet: ownStreet(parts[index]!, left), last };
}

/** A region in the part after the city or code. */
function regionAfter(
  parts: readonly AddressPart[],
  last: number,
  country: CountryCode,
): [string | null, number] {
  const next = parts[last + 1];
  if (next?.gap !== 'comma' && (next?.gap !== 'line' || !REGION_LINES.includes(country))) return [null, last];
  if (isRegion(next.text, country)) return [next.text.replace(/\.$/, ''), last + 1];
  // The province of a Spanish city stands between it and the country.
  const following = parts[last + 2];
  if (
    country === 'ES' &&
    next.gap === 'comma' &&
    isCity(next.text) &&
    following?.gap === 'comma' &&
    namedCountry(following.text) === 'ES'
  )
    return [next.text, last + 1];
  return [null, last];
}

/** Whether the part before a county is its town, and not the street. */
function isTown(text: string): boolean {
  return isCity(text) && !isStreet(text) && !isStreetByWord(text);
}

function ownStreet({ start }: AddressPart, left: string): Locality['ownStreet'] {
  return left === '' ? null : { text: left, start, end: start + left.length };
}

/** The city before a code: `Portland, OR 97205`, `Leeds LS1 4AP`, `Pune - 411045`. */
export function cityBefore(block: Block, { country, needsRegion }: AddressForm): Locality | null {
  const { parts, index } = block;
  let { left } = block;
  let at = index;
  if (country === 'SG')
    return /^(?:Singapore|S)$/.test(left)
      ? { city: 'Singapore', region: null, streetEnd: index - 1, ownStreet: null, last: index }
      : null;
  // The locality may be several parts: city, region, code.
  const back = (): boolean => {
    at -= 1;
    const part = parts[at];
    if (!part || parts[at + 1]!.gap === 'stop' || parts[at + 1]!.gap === 'colon') return false;
    left = part.text;
    return true;
  };
  if (left === '' && !back()) return null;
  if ((COUNTRY.test(left) || countryCode(left) === country) && !back()) return null;
  let region: string | null = null;
  const ending = regionAtEnd(left, country);
  if (ending) {
    ({ region } = ending);
    left = ending.before;
    // Cities are named like their provinces: `San Martín 2840, Mendoza M5500`.
    if (left === '' && CITY_REGIONS.includes(country) && !isCity(parts[at - 1]?.text ?? '')) {
      left = region;
      region = null;
    } else if (left === '' && !back()) return null;
  }
  if (needsRegion && !region) return null;
  // `Baxley, Appling County, Georgia 31513`
  if (country === 'US' && COUNTY.test(left) && isTown(parts[at - 1]?.text ?? '') && !back()) return null;
  let last = index;
  if (!region && block.rest === '') [region, last] = regionAfter(parts, index, country);
  const streetStart = introductionEnd(left);
  const both = splitStreetAndCity(left.slice(streetStart)) ?? (needsRegion ? splitUnitAndCity(left) : null);
  // A city in Alabama, and elsewhere the label of a phone
  const name = (isCity(left) ? left : left.slice(streetStart)).replace(/^munic[íi]pio de (?=\p{Lu})/u, '');
  const isLocality = isCity(name) || (country === 'US' && name === 'Mobile');
  if (!both) return isLocality ? { city: name, region, streetEnd: at - 1, ownStreet: null, last } : null;
  const { city, street } = both;
  const from = { ...parts[at]!, start: parts[at]!.start + streetStart };
  return { city, region, streetEnd: at - 1, ownStreet: ownStreet(from, street), last };
}
