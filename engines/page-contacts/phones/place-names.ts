import type { CountryCode } from 'libphonenumber-js/max';
import { CITY_NAMES } from './city-names.ts';
import { COUNTRY_NAMES } from './country-names.ts';
import { hasPostalCode } from './postal-codes.ts';
import { TOWN_NAMES } from './town-names.ts';

/** Countries whose cities have such codes, too: `Libreville, GA`, `Vaduz, FL`, `Nouméa, NC`. */
const OWN_CODES = 'GA LI NC';

/** A country or city in a text. */
export interface Place {
  code: CountryCode;
  /** `address`: a city next to a postal code of its country */
  kind: 'country' | 'city' | 'address';
  start: number;
  end: number;
}

/** All places in a text, in order. */
export type Places = readonly Place[];

interface Name {
  codes: string;
  country: CountryCode;
  city: boolean;
  /** must be in capitals, because it is also a word ("us") */
  short: boolean;
}

const MAX_PLACES = 2000;
/** `Rome, NY`: codes of states that are no provinces elsewhere. */
const STATE_AFTER = /^, (?:AK|FL|GA|IA|KS|KY|N[CDJVY]|O[HK]|TX|UT|W[IVY])(?!\p{L})/u;

/** Lowercase letters without diacritics, one for one, so that offsets stay. */
const FOLDED = foldTable();

function foldTable(): Uint16Array {
  const table = new Uint16Array(0x2000);
  for (let code = 0; code < table.length; code += 1) {
    const char = String.fromCharCode(code);
    const lower = char.toLowerCase();
    const plain = lower.normalize('NFD');
    const isMarked = code >= 0xc0 && (code < 0x250 || code >= 0x1e00 || (code >= 0x370 && code < 0x400));
    table[code] = (isMarked ? plain : lower).charCodeAt(0);
  }
  for (const [from, to] of [
    'łl',
    'Łl',
    'øo',
    'Øo',
    'đd',
    'Đd',
    'ıi',
    'İi',
    'ßs',
    'ðd',
    'Ðd',
    'þt',
    'Þt',
    "’'",
    'ς\u03c3',
  ])
    if (from!.charCodeAt(0) < table.length) table[from!.charCodeAt(0)] = to!.charCodeAt(0);
  return table;
}

function folded(code: number): number {
  return code < 0x2000 ? FOLDED[code]! : code === 0x2019 ? 39 : code;
}

function fold(text: string): string {
  let out = '';
  for (let i = 0; i < text.length; i += 1) out += String.fromCharCode(folded(text.charCodeAt(i)));
  return out;
}

/** Scripts without spaces between words: Thai, Lao, Tibetan, Burmese, Khmer, Chinese, Japanese, Korean. */
function isUnspaced(code: number): boolean {
  return (code >= 0x0e00 && code < 0x10a0) || (code >= 0x1780 && code < 0x1800) || code >= 0x2e80;
}

const LETTER = /\p{L}/u;
/** Whether a character below 0x2000 is a letter. */
const LETTERS = Uint8Array.from({ length: 0x2000 }, (_, code) => +LETTER.test(String.fromCharCode(code)));

function isLetter(code: number): boolean {
  return code < 0x2000 ? LETTERS[code] === 1 : LETTER.test(String.fromCharCode(code));
}

/** Names longest first by a hash of their first word, or of their first letters in scripts without spaces. */
interface Names {
  byHash: ReadonlyMap<number, readonly Name[]>;
  /** which last bits of a hash are in use: few words start a name, and this is faster than to look them up */
  inUse: Uint8Array;
}

const IN_USE_BITS = 0xffff;

/** Read at the first use. */
let names: Names | null = null;

function allNames(): Names {
  if (names) return names;
  const byHash = new Map<number, Name[]>();
  for (const [list, city] of [
    [COUNTRY_NAMES, false],
    [CITY_NAMES, true],
    [TOWN_NAMES, true],
  ] as const)
    for (const entry of list.replace(/\n\s*/g, '').split(';')) {
      const country = entry.trim().slice(0, 2) as CountryCode;
      for (const name of entry.trim().slice(3).split('|')) {
        const codes = fold(name.trim());
        if (codes.length < 2) continue;
        const short = codes.replaceAll('.', '').length <= 3 && codes.charCodeAt(0) < 128;
        const hash = isUnspaced(codes.charCodeAt(0))
          ? hashLetters(codes, 0, Math.min(codes.length, 3))
          : hashWord(codes, 0);
        const known = byHash.get(hash) ?? [];
        known.push({ codes, country, city, short });
        byHash.set(hash, known);
      }
    }
  const inUse = new Uint8Array(IN_USE_BITS + 1);
  for (const [hash, list] of byHash) {
    list.sort((a, b) => b.codes.length - a.codes.length);
    inUse[hash & IN_USE_BITS] = 1;
  }
  names = { byHash, inUse };
  return names;
}

/** A name has the same first word as the text where it is, because a sign or the end of the word follows it. */
function hashWord(text: string, index: number): number {
  let hash = 0;
  for (let at = index; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isLetter(code)) break;
    hash = (Math.imul(hash, 31) + folded(code)) | 0;
  }
  return hash;
}

function hashLetters(text: string, index: number, count: number): number {
  let hash = count;
  for (let at = index; at < index + count; at += 1)
    hash = (Math.imul(hash, 0x9e3b) + folded(text.charCodeAt(at) || 0)) | 0;
  return hash;
}

function nameAt(text: string, index: number): Name | null {
  if (!isUnspaced(text.charCodeAt(index))) return nameOf(hashWord(text, index), text, index, false);
  return (
    nameOf(hashLetters(text, index, 3), text, index, true) ??
    nameOf(hashLetters(text, index, 2), text, index, true)
  );
}

function nameOf(hash: number, text: string, index: number, unspaced: boolean): Name | null {
  const { byHash, inUse } = allNames();
  const candidates = inUse[hash & IN_USE_BITS] === 1 ? byHash.get(hash) : undefined;
  return candidates?.find((candidate) => matches(text, index, candidate, unspaced)) ?? null;
}

/** Kinds of ASCII characters: 0 other, 1 small letter, 2 capital. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 97 && code <= 122 ? 1 : code >= 65 && code <= 90 ? 2 : 0,
);

/**
 * Finds the countries and cities of a text, longest name first. A name in an alphabet with capitals must start
 * with one. Linear in the text length.
 */
export function placesIn(text: string): Places {
  const places: Place[] = [];
  let isInWord = false;
  const last = text.length - 1;
  for (let i = 0; i < last; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 128) {
      const kind = ASCII[code]!;
      if (kind !== 2 || isInWord) {
        isInWord = kind !== 0;
        continue;
      }
    } else if (!mayStart(code, isInWord)) {
      isInWord = isLetter(code);
      continue;
    }
    isInWord = true;
    const name = nameAt(text, i);
    if (!name) continue;
    const end = i + name.codes.length;
    const city = cityBefore(text, i, places.at(-1));
    const isState = name.codes === 'georgia' && isGeorgia(text, end, city);
    if (city && isState) city.code = 'US';
    const kind = placeKind(text, i, end, name);
    const isAmerican =
      kind === 'city' && !OWN_CODES.includes(name.country) && STATE_AFTER.test(text.slice(end, end + 5));
    places.push({ code: isState || isAmerican ? 'US' : name.country, kind, start: i, end });
    if (places.length >= MAX_PLACES) break;
    i = end - 1;
    isInWord = false;
  }
  return places;
}

/** The city of which a state may be named right after it, as in `Athens, Georgia`: the last place, if it is that. */
function cityBefore(text: string, start: number, last: Place | undefined): Place | null {
  return last?.kind === 'city' && last.end === start - 2 && text.startsWith(', ', last.end) ? last : null;
}

/** Whether `Georgia` is the state: after a city that isn't in the country, or before a ZIP code. */
function isGeorgia(text: string, end: number, city: Place | null): boolean {
  return city ? city.code !== 'GE' : /^ \d{5}(?!\d)/.test(text.slice(end, end + 7));
}

/** Whether a name may start with a character that isn't ASCII. */
function mayStart(code: number, isInWord: boolean): boolean {
  if (code >= 0xe000 && code < 0xf900) return false;
  if (isUnspaced(code)) return true;
  if (isInWord || code < 0xc0) return false;
  const isSmall = folded(code) === code && hasCapital(code);
  return !isSmall && isLetter(code);
}

function placeKind(text: string, start: number, end: number, name: Name): Place['kind'] {
  if (!name.city && name.country !== 'SG' && name.country !== 'HK') return 'country';
  if (hasPostalCode(text, start, end, name.country)) return name.city ? 'address' : 'country';
  return name.city ? 'city' : 'country';
}

function hasCapital(code: number): boolean {
  return code < 0x250 || (code >= 0x370 && code < 0x590) || (code >= 0x1e00 && code < 0x2000);
}

function matches(text: string, start: number, { codes, short }: Name, unspaced: boolean): boolean {
  const end = start + codes.length;
  if (end > text.length) return false;
  for (let i = 0; i < codes.length; i += 1)
    if (folded(text.charCodeAt(start + i)) !== codes.charCodeAt(i)) {
      if (!(codes.charCodeAt(i) === 32 && isGap(text.charCodeAt(start + i)))) return false;
    }
  if (!unspaced && end < text.length && isLetter(text.charCodeAt(end))) return false;
  if (!short) return true;
  const written = text.slice(start, end);
  // "CONTACT US" isn't a country.
  return written === written.toUpperCase() && !/\p{Lu}{3} $/u.test(text.slice(Math.max(0, start - 4), start));
}

/** A seam or tab instead of a space. */
function isGap(code: number): boolean {
  return code === 0xe000 || code === 9;
}
