import type { PhoneNumber } from 'libphonenumber-js/max';
import type { DigitGroup } from './digit-runs.ts';

/** Dates, ranges of years, addresses of machines, coordinates and rows of small numbers. */
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
  if (/\d\.\d{5,}$/.test(written) && groups.length === 2) return true;
  return sizes.length >= 4 && sizes.every((size) => size === 1);
}

function isUpTo(digits: string, most: number): boolean {
  return digits.length <= 3 && Number(digits) <= most && Number(digits) >= 0;
}

/**
 * Whether digits without a label are written like a phone number of their region. `atHome`: the region is one the page
 * itself speaks for; elsewhere only the region's own grouping counts.
 */
export function hasPhoneShape(
  groups: readonly DigitGroup[],
  written: string,
  number: PhoneNumber,
  atHome: boolean,
): boolean {
  if (groups.length < 2) return atHome && isWholeNational(groups[0]!.digits, number);
  const sizes = groups.map((group) => group.digits.length);
  if (number.countryCallingCode === '1') return isNorthAmerican(sizes, written);
  const digits = groups.map((group) => group.digits).join('');
  if (sameGrouping(sizes, number)) return atHome || digits.startsWith('0');
  if (!atHome) return false;
  if (digits.startsWith('0'))
    return sizes[0]! <= 6 && sizes.every((size, i) => size >= 2 || i === 0 || i === sizes.length - 1);
  if (digits.startsWith(number.countryCallingCode) && digits.length > number.nationalNumber.length)
    return groups.length >= 3;
  if (/^\(\d+\)/.test(written)) return true;
  // Where callers dial a zero first, nine digits without it are some register's number.
  if (number.formatNational().replace(/\D/g, '').startsWith('0')) return false;
  return groups.length >= 3 && digits.length >= 9 && !/^\d{1,3}(?:\.\d{3})+$/.test(written);
}

/**
 * Countries all of whose numbers, trunk zero included, have nearly one length, and none of whose registers has numbers of that
 * length that begin with zero: Netherlands, France, Switzerland, Great Britain, Australia, Japan, South Africa, Romania,
 * Turkey, Ireland. (Belgium's VAT numbers are like its mobile numbers.)
 */
const ONE_LENGTH: ReadonlySet<string> = new Set('31 33 41 44 61 81 27 40 90 353'.split(' '));

/** Digits without a space that can hardly be anything else: the region's trunk zero and the full length. */
function isWholeNational(digits: string, number: PhoneNumber): boolean {
  return (
    ONE_LENGTH.has(number.countryCallingCode) && digits.length >= 10 && digits === `0${number.nationalNumber}`
  );
}

function isNorthAmerican(sizes: readonly number[], written: string): boolean {
  const form = sizes.join('-');
  if (!/^(?:1-)?3-(?:3-4|7)$|^(?:1-)?3-3-2-2$/.test(form)) return false;
  return !form.endsWith('7') || /[()-]/.test(written);
}

/** Countries whose people often leave out the first zero: India, Turkey, Russia and Kazakhstan. */
const TRUNK_LEFT_OUT: ReadonlySet<string> = new Set(['91', '90', '7']);

/** Whether the digits are grouped as the region writes them. */
function sameGrouping(sizes: readonly number[], number: PhoneNumber): boolean {
  const national = number.formatNational();
  const form = sizes.join('-');
  if (form === grouping(national)) return true;
  return (
    TRUNK_LEFT_OUT.has(number.countryCallingCode) && form === grouping(national.replace(/^(\(?)[08] ?/, '$1'))
  );
}

function grouping(written: string): string {
  return (written.match(/\d+/g) ?? []).map((group) => group.length).join('-');
}

/** Whether what stands right before a number leaves it a number of its own. */
export function cleanBefore(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  if (/\d[,:'’]$/.test(before) || /[=#$€£¥₹%@_~*^\\&]\s?$/.test(before)) return false;
  const word = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.exec(before)?.[0];
  return !word || /^(?:tel|phone|fax|ph|t|p|m|f|tél|mob|mobile|cell|call|fon|tlf|whatsapp|n)$/i.test(word);
}

/** Whether what stands right after a number leaves it a number: no unit, no more digits, no word it is part of. */
export function cleanAfter(text: string, end: number): boolean {
  const after = text.slice(end, end + 40);
  if (/^[\d%_=@°]/.test(after) || /^[,.:]\d/.test(after) || /^-[A-Z]{1,3}\b/.test(after)) return false;
  if (/^ ?(?:[€円₽]|(?:EUR|USD|GBP|kr|zł|Kč|Ft|km|kg|mg|cm|mm|ml|px|kb|mb)(?!\p{L}))/iu.test(after))
    return false;
  if (!/^\p{Script=Latin}/u.test(after)) return true;
  // The next label, a new sentence or an address, glued by the markup: "623-3900Fax:", "282-3800Customer", "1236info@x.com".
  if (/^(?:x\s?\.?\d|ext|fax|tel|phone|e-?mail|mob|cell|toll|or\b|and\b)/i.test(after)) return true;
  return /^\p{Lu}\p{Ll}/u.test(after) || /^[\w.+-]{1,30}@/.test(after);
}
