import type { CountryCode } from 'libphonenumber-js/max';
import { placesIn } from '../phones/place-names.ts';
import { addressParts, isCity, isStreetByWord } from './address-parts.ts';
import type { PostalAddress } from './postal-address.ts';
import { isRegion } from './regions.ts';
import { findStreet } from './street-parts.ts';

const BEFORE_CHARS = 220;
const MAX_ENDS = 40;
const MAX_ADDRESSES = 8;
/** Cities that are their own country, or whose names stand for it. */
const CITY_STATES: Readonly<Partial<Record<CountryCode, string>>> = {
  HK: 'Hong Kong',
  SG: 'Singapore',
  MC: 'Monaco',
};
/** Countries whose addresses often have no postal code. */
const WITHOUT_CODES = new Set<CountryCode>(
  'AE HK CO PE CL NG KE GH QA KW BH OM EC PA CR BO GT HN SV DO JM TT TZ UG ZM ZW RW ET BW MU LB JO EG PK LK BD VN TH ZA AR UY IE'.split(
    ' ',
  ) as CountryCode[],
);

/** Cheap pre-check: names of most of them. */
const NAMES =
  /Emirates|EMIRATES|U\.?A\.?E|Hong ?Kong|HONG KONG|H\.K|Singapore|Monaco|Colombia|Per[uú]|Chile|Nigeria|Kenya|Ghana|Qatar|Kuwait|Bahrain|Oman|Ecuador|Panam[aá]|Costa Rica|Bolivia|Guatemala|Honduras|Salvador|Dominican|Jamaica|Trinidad|Tanzania|Uganda|Zambia|Zimbabwe|Rwanda|Ethiopia|Botswana|Mauritius|Lebanon|Jordan|Egypt|Pakistan|Sri Lanka|Bangladesh|Vi[eệ]t ?[Nn]am|Thailand|South Africa|Argentina|Uruguay|Ireland|Éire/;

/** A region of Chile, which ends an address: `comuna de Temuco, Región de La Araucanía`. */
const CHILEAN_REGION =
  /Regi[óo]n (?:Metropolitana|(?:de |del )(?:la |los |las )?\p{Lu}\p{L}+(?: (?:y |de |del |la |los )*\p{Lu}\p{L}+){0,3})/giu;
/** They are listed with the countries. */
const EMIRATES = /^(?:Dubai|Abu Dhabi|Sharjah|Ajman|Fujairah|Ras Al Khaimah|Umm Al Quwain)$/i;
const CODE_AFTER =
  /^[\s,.|·–-]{0,4}(?:c[óo]digo postal|c\. ?p\.|postal code|zip(?: code)?)[\s.:]{0,3}(\d{5,6})(?!\d)/iu;

/** Where an address may end. */
interface AddressEnd {
  code: CountryCode;
  kind: 'country' | 'city' | 'region';
  start: number;
  end: number;
}

/**
 * The addresses of a text that have no postal code and end with a country, or on a page of a country without codes, with
 * a known city or a region. At most 8, in order. `likely`: the countries of the page.
 */
export function findUncodedAddresses(text: string, likely: readonly CountryCode[]): PostalAddress[] {
  const own = likely.filter((code) => WITHOUT_CODES.has(code));
  if (own.length === 0 && !NAMES.test(text)) return [];
  const found: PostalAddress[] = [];
  let checked = 0;
  for (const end of addressEnds(text, own)) {
    if (!/^\s*(?:$|[\n\t,.|;)•·–-])/.test(text.slice(end.end, end.end + 3))) continue;
    if (end.start < (found.at(-1)?.end ?? 0)) continue;
    checked += 1;
    if (checked > MAX_ENDS || found.length >= MAX_ADDRESSES) break;
    const address = addressBefore(text, end);
    if (address) found.push(address);
  }
  return found;
}

function addressEnds(text: string, own: readonly CountryCode[]): AddressEnd[] {
  const ends = placesIn(text).flatMap(({ code, kind, start, end }): AddressEnd[] => {
    if (kind === 'country' && WITHOUT_CODES.has(code))
      return [{ code, kind: EMIRATES.test(text.slice(start, end)) ? 'city' : kind, start, end }];
    return own.includes(code) ? [{ code, kind: 'city', start, end }] : [];
  });
  if (own.includes('CL'))
    for (const { index, 0: region } of text.matchAll(CHILEAN_REGION))
      ends.push({ code: 'CL', kind: 'region', start: index, end: index + region.length });
  return ends.sort((a, b) => a.start - b.start);
}

function addressBefore(text: string, { code, kind, start, end }: AddressEnd): PostalAddress | null {
  const from = Math.max(0, start - BEFORE_CHARS);
  const cut = from === 0 ? 0 : Math.max(0, text.slice(from, start).search(/[\n\t,|]/));
  const offset = from + cut;
  const block = text.slice(offset, end);
  const parts = addressParts(block, -1);
  const last = parts.length - 1;
  const own = parts[last];
  if (!own) return null;
  let at = last;
  let region: string | null = null;
  let city = kind === 'country' ? (CITY_STATES[code] ?? '') : '';
  if (kind === 'city') {
    // The country or its region ends the address, if it follows.
    if (!isCity(own.text) || isCountryNext(text, end, code)) return null;
    city = own.text;
  } else if (city !== '') {
    if (own.text !== block.slice(start - offset)) return null;
  } else {
    // The country has a part of its own, or follows the city in its part.
    const length = own.end + offset - start;
    const inPart = own.text.slice(0, Math.max(0, own.text.length - length)).trim();
    if (inPart !== '') {
      if (!isCity(inPart)) return null;
      city = inPart;
    } else {
      if (kind === 'region') region = own.text;
      at -= 1;
      if (
        !region &&
        parts[at] &&
        parts[at - 1] &&
        isRegion(parts[at]!.text, code) &&
        isCity(parts[at - 1]!.text)
      ) {
        region = parts[at]!.text;
        at -= 1;
      }
      const name =
        parts[at]?.text.replace(/^(?<city>\p{Lu}\p{L}+) \d{1,2}$/u, '$<city>').replace(/^comuna de /iu, '') ??
        '';
      if (!isCity(name) || isStreetByWord(name) || name.split(' ').length > 5) return null;
      city = name;
    }
  }
  if (isRegion(city, code)) return null;
  const street = findStreet(parts, null, at - 1, code);
  if (!street) return null;
  const written = block.slice(street.start);
  return {
    street: block
      .slice(street.start, street.end)
      .replace(/\s*[\n\t|•·]\s*/g, ', ')
      .replace(/\s+/g, ' '),
    postalCode: CODE_AFTER.exec(text.slice(end, end + 40))?.[1] ?? null,
    city,
    region,
    country: code,
    written: written.replace(/\s+/g, ' ').trim(),
    start: offset + street.start,
    end,
    nameBefore: street.nameBefore,
  };
}

function isCountryNext(text: string, end: number, code: CountryCode): boolean {
  const after = text
    .slice(end, end + 80)
    .split('\n', 2)
    .join('\n');
  return (
    placesIn(after).some((place) => place.code === code && place.kind === 'country') ||
    /^[\s,]*Regi[óo]n /iu.test(after)
  );
}
