import type { PhoneNumber } from 'libphonenumber-js/max';
import { hasVariableLength, internationalNumber } from './phone-number.ts';

/** A number that replaces the last digits of the one before it. */
export interface NextNumber {
  number: PhoneNumber;
  end: number;
}

/**
 * `/ 6868`, `/386`, `& 35`, `-79` after a number: the last digits of another one. A dash means a range, of which
 * the first and last number count.
 */
const NEXT =
  /^[ \ue000]?(?:([/&|]|and|or|und|oder|et|ou|y|e|o|en)[ \ue000]?|([-–]))(\d{1,5})(?![\d\p{L}€$£%]|[.,:-]\d|[ \ue000]\d)/iu;
const MAX_RANGE = 100;

/** Reads the last digits of another number directly after the one that ends at `end`. */
export function nextNumber(text: string, end: number, last: PhoneNumber): NextNumber | null {
  const match = NEXT.exec(text.slice(end, end + 16));
  if (!match) return null;
  const [whole, sign, dash, digits = ''] = match;
  const tail = last.nationalNumber.slice(-digits.length);
  if (digits.length >= last.nationalNumber.length || digits === tail) return null;
  if (sign && digits.length === 1 && sign !== '/') return null;
  if (dash && (digits.length < 2 || !isRange(tail, digits) || isDirectDial(last))) return null;
  const number = internationalNumber(
    `${last.countryCallingCode}${last.nationalNumber.slice(0, -digits.length)}${digits}`,
  );
  return number ? { number, end: end + whole.length } : null;
}

/** Extensions are written after a slash: "0316/82 12 34/15". */
const SLASH_EXTENSION = /^\/(\d{1,3})(?![\d\p{L}€%/]|[.,:-]\d| ?\d)/u;

/** An Austrian number with the extension after it. */
export function withExtension(text: string, end: number, number: PhoneNumber): NextNumber | null {
  if (number.country !== 'AT') return null;
  const [whole = '', extension = ''] = SLASH_EXTENSION.exec(text.slice(end, end + 8)) ?? [];
  const extended = extension
    ? internationalNumber(`${number.countryCallingCode}${number.nationalNumber}${extension}`)
    : null;
  return extended && { number: extended, end: end + whole.length };
}

function isRange(from: string, to: string): boolean {
  const size = Number(to) - Number(from);
  return size > 0 && size < MAX_RANGE;
}

/** Countries that write an extension after a dash: "12345-67". */
function isDirectDial(number: PhoneNumber): boolean {
  return number.country === undefined || hasVariableLength(number.country) || number.country === 'CH';
}
