import type { CountryCode } from 'libphonenumber-js/max';
import { isRightToLeft } from '../right-to-left.ts';
import type { PostalAddress } from './postal-address.ts';
import {
  type AddressToken,
  addressTokens,
  isWordlessStreet,
  plainText,
  type TokenKind,
} from './right-to-left-tokens.ts';

const MAX_TOKENS = 1500;
const MAX_TRIED = 50;
/** Around an address. */
const LINE_CHARS = 150;
/** How far an address goes to each side of its street. */
const SIDE_TOKENS = 7;
const STREET_KINDS: readonly TokenKind[] = ['street', 'unit', 'district', 'box'];
/** Governorates that aren't named after a city. */
const REGION =
  /^(?:(?:محافظة|ولاية|إمارة|استان|المنطقة) .+|الدقهلية|الغربية|الشرقية|القليوبية|المنوفية|البحيرة|كفر الشيخ|البحر الأحمر|جنوب سيناء)$/u;
/** Countries whose name is also that of their capital. */
const CAPITAL_NAMES: readonly CountryCode[] = ['KW', 'TN', 'DZ'];
/** Codes by country. Countries that aren't here have none, or write them with their label only. */
const CODES: Readonly<Partial<Record<CountryCode, RegExp>>> = {
  EG: /^\d{5}$/,
  SA: /^\d{5}(?:[ -]\d{4})?$/,
  JO: /^\d{5}$/,
  KW: /^\d{5}$/,
  IQ: /^\d{5}$/,
  MA: /^\d{5}$/,
  DZ: /^\d{5}$/,
  TN: /^\d{4}$/,
  LB: /^\d{4}(?: ?\d{4})?$/,
  OM: /^\d{3}$/,
  IL: /^\d{7}$|^\d{5}$/,
  IR: /^\d{5}-?\d{5}$/,
  AF: /^\d{4}$/,
  PK: /^\d{5}$/,
};
/** Something for sale or that takes place there. A page with such places has the company's own only after a label. */
const OTHER_PLACE =
  /للبيع|للإيجار|للايجار|المكان ?:|الساعة \d|למכירה|להשכרה|فروش|اجاره|\d ?(?:درهم|ريال|دينار|جنيه|تومان|ש["״]ח|₪)|חדרים/;
/** More streets than this are those of branches, jobs or offers, unless one is labeled. */
const MAX_LIKE = 2;
const LABEL =
  /(?:عنوان\p{L}*|مقر\p{L}*(?: \p{L}+)?|الرئيسي|الإدارة|آدرس|نشانی|دفتر مرکزی|כתובת\p{L}*|משרד ראשי)\s*[:\n\t-]?\s*$/u;

/**
 * The address of a text in Arabic, Persian or Hebrew, if it has few of them or one has a label. One with a street counts before one
 * with a post box only. It has a city, and a country that it names, or that its city or the page tells. Null: there is none.
 * `likely`: the countries of the page.
 */
export function findRightToLeftAddress(text: string, likely: readonly CountryCode[]): PostalAddress | null {
  if (!isRightToLeft(text)) return null;
  const plain = plainText(text);
  const tokens = addressTokens(plain, MAX_TOKENS);
  const found: { address: PostalAddress; isBox: boolean; isLabeled: boolean }[] = [];
  let tried = 0;
  let hasOthers = false;
  for (let i = 0; i < tokens.length && tried < MAX_TRIED; i += 1) {
    const { isAnchor, start } = tokens[i]!;
    if (!isAnchor || start < (found.at(-1)?.address.end ?? 0)) continue;
    tried += 1;
    const run = runAround(tokens, i);
    const address = addressOf(text, run, likely);
    if (!address) continue;
    if (isOtherPlace(plain, address)) {
      hasOthers = true;
      continue;
    }
    const isBox = run.every((token) => token.kind === 'box' || !token.isAnchor);
    found.push({
      address,
      isBox,
      isLabeled: LABEL.test(plain.slice(Math.max(0, address.start - 30), address.start)),
    });
  }
  const streets = found.filter(({ isBox }) => !isBox);
  const labeled = streets.find(({ isLabeled }) => isLabeled);
  if (hasOthers || streets.length > MAX_LIKE) return labeled?.address ?? null;
  return (labeled ?? streets[0] ?? found[0])?.address ?? null;
}

/** The tokens of one address around its street or post box. */
function runAround(tokens: readonly AddressToken[], anchor: number): AddressToken[] {
  let first = anchor;
  while (first > 0 && anchor - first < SIDE_TOKENS) {
    const token = tokens[first]!;
    const before = tokens[first - 1]!;
    if (token.isAfterLabel || before.kind === 'other') break;
    const isNewLine = token.gap === 'line';
    if (isNewLine && (before.kind === 'code' || before.kind === 'country')) break;
    if (isNewLine && before.kind === 'place' && !before.country) break;
    if (isNewLine && token.kind === 'box' && before.kind === 'place') break;
    first -= 1;
  }
  let last = anchor;
  let hasCountry = tokens.slice(first, anchor).some(({ kind }) => kind === 'country');
  while (last + 1 < tokens.length && last - anchor < SIDE_TOKENS) {
    const next = tokens[last + 1]!;
    if (next.kind === 'other' || (next.isAfterLabel && next.kind !== 'code')) break;
    if (hasCountry && next.gap === 'line' && next.kind !== 'code') break;
    last += 1;
    hasCountry ||= next.kind === 'country';
    if (next.kind === 'country' && tokens[last + 1]?.kind !== 'street') break;
  }
  return tokens.slice(first, last + 1);
}

function addressOf(
  text: string,
  run: readonly AddressToken[],
  likely: readonly CountryCode[],
): PostalAddress | null {
  const start = run[0]!.start;
  const end = run.at(-1)!.end;
  const named = run.find(({ kind }) => kind === 'country');
  const known = run.find((token) => token.kind === 'place' && token.country);
  const country = named?.country ?? likely.find((code) => CODES[code]) ?? known?.country;
  if (!country) return null;
  const code = run.find(
    ({ kind, isLabeled, text: digits }) =>
      kind === 'code' && (isLabeled || CODES[country]?.test(digits) === true),
  );
  const city = cityToken(run, code, named, known, country);
  if (!city || !(named || code || known)) return null;
  const region = run.find((token) => token.kind === 'place' && token !== city && REGION.test(token.text));
  const parts = streetTokens(run, city, region, country);
  if (!parts.some(({ isAnchor, text: own }) => isAnchor && (code || !isWordlessStreet(own)))) return null;
  const separator = /[\u0621-\u06d3]/.test(parts[0]!.text) ? '، ' : ', ';
  return {
    street: parts.map((token) => written(text, token.start, token.end)).join(separator),
    postalCode: code?.text ?? null,
    city: written(text, city.start, city.end),
    region: region ? written(text, region.start, region.end) : null,
    country,
    written: written(text, start, end).slice(0, 200),
    start,
    end,
    nameBefore: null,
  };
}

function isOtherPlace(plain: string, { start, end }: PostalAddress): boolean {
  const before = plain.slice(Math.max(0, start - LINE_CHARS), start);
  const after = plain.slice(start, end + LINE_CHARS).split('\n', 1)[0]!;
  return OTHER_PLACE.test(before.slice(before.lastIndexOf('\n') + 1) + after);
}

/** The city: beside a code, before the country, a known one, or a capital with the name of its country. */
function cityToken(
  run: readonly AddressToken[],
  code: AddressToken | undefined,
  named: AddressToken | undefined,
  known: AddressToken | undefined,
  country: CountryCode,
): AddressToken | null {
  const isCity = (token: AddressToken | undefined): token is AddressToken =>
    token?.kind === 'place' || (token?.kind === 'country' && CAPITAL_NAMES.includes(country));
  if (code && !code.isLabeled) {
    const at = run.indexOf(code);
    const sides = [run[at - 1], run[at + 1]].filter(isCity);
    const city = sides.find(({ part }) => part === code.part) ?? sides[0];
    if (city) return city;
  }
  if (named) {
    const before = run
      .slice(0, run.indexOf(named))
      .filter(({ kind }) => kind !== 'code' && kind !== 'box')
      .reverse();
    const city = before.find(({ text }) => !REGION.test(text));
    if (city?.kind === 'place') return city;
  }
  if (known) return known;
  const beside = code && run[run.indexOf(code) - 1];
  if (beside?.kind === 'place') return beside;
  return named && CAPITAL_NAMES.includes(country) ? named : null;
}

/** The tokens of the street, with districts between them and before the city. In Kuwait, the district comes first. */
function streetTokens(
  run: readonly AddressToken[],
  city: AddressToken,
  region: AddressToken | undefined,
  country: CountryCode,
): AddressToken[] {
  const isPart = ({ kind }: AddressToken): boolean => STREET_KINDS.includes(kind);
  const first = run.findIndex(isPart);
  const last = run.findLastIndex(isPart);
  const cityAt = run.indexOf(city);
  return run.filter((token, index) => {
    if (token === city || token === region) return false;
    if (isPart(token)) return true;
    if (token.kind !== 'place') return false;
    if (index < first) return country === 'KW' && index === first - 1 && run[first]!.gap !== 'line';
    return index < last || index < cityAt;
  });
}

function written(text: string, start: number, end: number): string {
  return text
    .slice(start, end)
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/g, ' ')
    .trim();
}
