import type { PhoneNumber } from 'libphonenumber-js/max';
import type { DigitGroup } from './digit-runs.ts';

/** Whether digits are a date, year range, IP address, coordinates or a series of small numbers. */
export function isDateOrCount(groups: readonly DigitGroup[], written: string): boolean {
  const sizes = groups.map((group) => group.digits.length);
  const [a = '', b = '', c = ''] = groups.map((group) => group.digits);
  if (groups.length >= 3 && /^(?:19|20)\d\d$/.test(a) && isUpTo(b, 12) && isUpTo(c, 31)) return true;
  if (groups.length >= 3 && /^(?:19|20)\d\d$/.test(c) && isUpTo(a, 31) && isUpTo(b, 31)) return true;
  if (groups.length === 2 && /^(?:19|20)\d\d$/.test(a) && /^(?:19|20)\d\d$/.test(b)) return true;
  if (
    groups.length === 4 &&
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(written) &&
    groups.every((group) => isUpTo(group.digits, 255))
  )
    return !written.startsWith('0');
  return sizes.length >= 4 && sizes.every((size) => size === 1);
}

/** Whether two groups are written like a decimal fraction, such as coordinates: `44.816203`. A labeled number may be, too: `Cell. 338.4410726`. */
export function isDecimal(groups: readonly DigitGroup[], written: string): boolean {
  return groups.length === 2 && /\d\.\d{5,}$/.test(written);
}

function isUpTo(digits: string, max: number): boolean {
  return digits.length <= 3 && Number(digits) <= max && Number(digits) >= 0;
}

/**
 * Whether unlabeled digits are formatted like a phone number of their region. If the region isn't likely for
 * the page (`isLikelyRegion`), only the region's standard grouping counts.
 */
export function hasPhoneShape(
  groups: readonly DigitGroup[],
  written: string,
  number: PhoneNumber,
  isLikelyRegion: boolean,
): boolean {
  if (groups.length < 2) return isLikelyRegion && isFullNational(groups[0]!.digits, number);
  const sizes = groups.map((group) => group.digits.length);
  if (number.countryCallingCode === '1') return isNorthAmerican(sizes, written);
  const digits = groups.map((group) => group.digits).join('');
  if (hasStandardGrouping(groups, number)) return isLikelyRegion || digits.startsWith('0');
  if (!isLikelyRegion) return false;
  // Before DIN 5008 changed in 2001, digits were written in pairs from the right: `(0 66 41) 1 84-0`.
  if (number.countryCallingCode === '49' && AREA_CODE.test(written)) return true;
  if (digits.startsWith('0'))
    return sizes[0]! <= 6 && sizes.every((size, i) => size >= 2 || i === 0 || i === sizes.length - 1);
  if (digits.startsWith(number.countryCallingCode) && digits.length > number.nationalNumber.length)
    return groups.length >= 3;
  if (/^\(\d+\)/.test(written)) return true;
  // In countries with a trunk zero, nine digits without it are likely a register number.
  if (number.formatNational().replace(/\D/g, '').startsWith('0')) return false;
  return groups.length >= 3 && digits.length >= 9 && !/^\d{1,3}(?:\.\d{3})+$/.test(written);
}

/** An area code that is set apart: `(0 66 41)`, `0170 /` */
const AREA_CODE = /^(?:\(0[\d \ue000]{2,7}\)|0[\d \ue000]{2,7}[ \ue000]?\/)/;

/**
 * Countries whose phone numbers nearly all have the same length including the trunk zero, and that have no
 * register numbers like that: Netherlands, France, Switzerland, Great Britain, Australia, Japan, South
 * Africa, Romania, Turkey, Ireland. (Not Belgium, whose VAT numbers look like mobile numbers.)
 */
const ONE_LENGTH: ReadonlySet<string> = new Set('31 33 41 44 61 81 27 40 90 353'.split(' '));

/** Whether unspaced digits have the trunk zero and the full length of the region. */
function isFullNational(digits: string, number: PhoneNumber): boolean {
  return (
    ONE_LENGTH.has(number.countryCallingCode) && digits.length >= 10 && digits === `0${number.nationalNumber}`
  );
}

/** Whether digits are grouped like a number of the North American plan. */
export function isNorthAmerican(sizes: readonly number[], written: string): boolean {
  const form = sizes.join('-');
  if (!/^(?:1-)?3-(?:3-4|7)$/.test(form)) return false;
  return !form.endsWith('7') || /[()-]/.test(written);
}

/** Countries where people often omit the trunk prefix: India, Turkey, Russia and Kazakhstan. */
const OPTIONAL_TRUNK: ReadonlySet<string> = new Set(['91', '90', '7']);

/** Groupings that are as common as the standard one, by calling code. */
const OTHER_GROUPINGS: Readonly<Record<string, readonly string[]>> = {
  '30': ['4-6', '3-7', '4-3-3', '3-3-4', '3-3-2-2', '4-2-2-2', '5-5', '10'],
  '34': ['3-3-3', '3-2-2-2', '2-3-2-2', '2-7', '3-6'],
  '36': ['2-1-3-4', '1-3-4', '2-3-3', '2-2-3-3', '2-2-3-4'],
  '45': ['2-2-2-2', '4-4', '2-3-3'],
  '47': ['2-2-2-2', '3-2-3', '2-3-3', '4-4'],
  '48': ['3-3-3', '2-3-2-2', '2-7', '3-2-2-2'],
  '65': ['4-4'],
  '351': ['3-3-3', '2-3-2-2', '3-2-2-2'],
  '352': ['2-2-2', '2-2-2-2', '3-3-3', '2-2-2-1'],
  '354': ['3-4', '3-2-2'],
  '370': ['1-3-5', '1-2-2-2-2', '1-2-6', '1-3-2-2-1', '2-3-2-2', '1-3-2-3', '3-5', '3-3-3', '3-3-2'],
  '371': ['2-3-3', '2-2-2-2', '4-4'],
  '372': ['3-4', '3-3-2', '4-4', '4-3'],
  '420': ['3-3-3', '3-2-2-2'],
  '852': ['4-4'],
  '977': ['5-5', '3-7', '10'],
  '853': ['4-4'],
  '965': ['4-4', '3-5'],
  '968': ['4-4', '2-6'],
  '973': ['4-4', '2-6'],
  '974': ['4-4'],
};

/** Whether the digits have the region's standard grouping. */
export function hasStandardGrouping(groups: readonly DigitGroup[], number: PhoneNumber): boolean {
  const form = groups.map((group) => group.digits.length).join('-');
  // Formatting is slow, and North America has one grouping.
  if (number.countryCallingCode === '1') return form === '3-3-4' || form === '1-3-3-4';
  const national = number.formatNational();
  if (form === grouping(national)) return true;
  if (OTHER_GROUPINGS[number.countryCallingCode]?.includes(form)) return true;
  return (
    OPTIONAL_TRUNK.has(number.countryCallingCode) && form === grouping(national.replace(/^(\(?)[08] ?/, '$1'))
  );
}

function grouping(written: string): string {
  return (written.match(/\d+/g) ?? []).map((group) => group.length).join('-');
}

/** A label that may touch the first digit. */
const TOUCHING_LABEL =
  /^(?:tel|phone|fax|ph|t|p|m|f|tél|mob|mobile|cell|call|fon|tlf|whatsapp|n|telefon|telefax|tfno|telf|gsm|тел|факс|τηλ|hp|telp)$/i;
/** A path, a DOI or a URL that contains the digits. */
const IN_IDENTIFIER = /(?:https?:|www\.|doi|10\.\d{4,9}\/|arxiv|urn:|\/[a-z]\S*\/|\?\S*=)\S*$/i;

/** Currency codes count only in capitals. */
const CURRENCY_BEFORE =
  /(?<![\p{L}\p{N}])(?:EUR|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|INR|AED|SAR|BRL|MXN|ARS|JPY|KRW|CNY|HKD|SGD|CAD|AUD|NZD|ZAR|Rs\.?)\s?$/u;
/** A currency, a unit of measure, or what is counted. */
const UNIT_AFTER =
  /^(?: ?(?:-|–|do|bis|to|à|a|al|til|till|tot) ?\d[\d .,']{5,14})? ?(?:[€円₽₩₫₴₺원元]|(?:EUR|euros?|USD|dollars?|GBP|pounds|CHF|SEK|NOK|DKK|PLN|CZK|HUF|INR|F ?CFA|kr|zł|Kč|Ft|руб|грн|лв|km|kg|mg|cm|mm|ml|px|kb|mb|m²|people|inhabitants|habitants|einwohner|views|posts|comments|visits|visitas|visites|downloads|followers)(?![\p{L}@.-]))/iu;

/** Whether the text before a number allows it to be a separate number. */
export function cleanBefore(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  // A carrier code is chosen by the caller: "(0xx11) 3062-1234".
  if (/(?:^|[^\p{L}\d])\(?0 ?(?:xx|\*\*|\.\.)[\s)-]*$/iu.test(before)) return true;
  if (CURRENCY_BEFORE.test(before)) return false;
  if (/\d[,:'’]$/.test(before) || /[=#$€£¥₹%@_~*^\\]\s?$/.test(before)) return false;
  // In a link, but not in `212-284-7163 & 212-284-7164`.
  if (/(?<![\s\d\ue000])&\s?$/.test(before)) return false;
  // `CAL-0562441827`
  const code = text[start] === '0' ? /(?<![\p{L}\d])([A-Z]{2,5})-$/u.exec(before)?.[1] : undefined;
  if (code && !TOUCHING_LABEL.test(code)) return false;
  const word = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.exec(before)?.[0];
  if (word && !TOUCHING_LABEL.test(word)) return false;
  return !/[^\s\ue000]$/.test(before) || !IN_IDENTIFIER.test(text.slice(Math.max(0, start - 80), start));
}

/** Whether the text after a number allows it to be a phone: not a unit, more digits or part of a word. */
export function cleanAfter(text: string, end: number): boolean {
  const after = text.slice(end, end + 40);
  if (/^[\d%_=@°]/.test(after) || /^[,.:]\d/.test(after) || /^-[A-Z]{1,3}\b/.test(after)) return false;
  if (UNIT_AFTER.test(after)) return false;
  if (!/^\p{Script=Latin}/u.test(after)) return true;
  // A label, sentence or email directly after the number: "623-3900Fax:", "282-3800Customer",
  // "1236info@x.com".
  if (/^(?:x\s?\.?\d|ext|fax|tel|phone|e-?mail|mob|cell|toll|or\b|and\b)/i.test(after)) return true;
  return /^\p{Lu}\p{Ll}/u.test(after) || /^[\w.+-]{1,30}@/.test(after);
}
