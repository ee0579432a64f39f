import type { PhoneNumber } from 'libphonenumber-js/max';
import { startsWithLabel } from './phone-label.ts';
import { hasVariableLength, internationalNumber } from './phone-number.ts';

/** A number that replaces the last digits of the one before it. */
export interface NextNumber {
  number: PhoneNumber;
  end: number;
}

const CONNECTOR = 'and|or|und|oder|et|ou|y|e|o|en';
const NOT_AROUND_THE_CLOCK = String.raw`(?!(?:24|7)[ \ue000]?[/*][ \ue000]?(?:24|7)(?!\d))`;
const NO_DIGITS_AFTER = String.raw`(?![\d\p{L}€$£%]|[.,:-]\d|[ \ue000]\d|[ \ue000]?[-–][ \ue000]?\d{1,2}(?![ \ue000]?\d))`;
/**
 * `/ 6868`, `/386`, `& 35`, `-79`, `- 79` after a number: the last digits of another one. A dash means a range, of which
 * the first and last number count. `/ 24/7`, `/ 9 - 17` are hours.
 */
const NEXT = new RegExp(
  String.raw`^[ \ue000]?(?:([/&]|${CONNECTOR})[ \ue000]?|([-–][ \ue000]?))${NOT_AROUND_THE_CLOCK}(\d{1,5})${NO_DIGITS_AFTER}`,
  'iu',
);
/** A word after digits: "123 Main Street", "24 Stunden", "10115 Berlin". */
const WORD_AFTER = /^[ ,\ue000]*(?=\p{L})/u;
/** Words that end the digits: an extension, an address, a website, and the next number. */
const ENDS_DIGITS = new RegExp(
  String.raw`^(?:(?:ext(?:n|ension)?|e-?mails?|mail|correo|courriel|web(?:site|seite)?|internet|homepage|url|skype)(?!\p{L})|www\.|https?:|[\w.+-]{1,64}@|(?:${CONNECTOR})[ \ue000]?\d)`,
  'iu',
);
const WORD_CHARS = 80;
const MAX_RANGE = 100;
/** With its area code. Digits after a shorter number and a dash are more likely its last ones. */
const MIN_BLOCK_DIGITS = 7;
/** Numbers whose slash touches both, such as "22701385/386": further apart, the digits may be hours or of a street. */
const MAX_STEP = 10;

/** Reads the last digits of another number directly after the one that ends at `end`. */
export function nextNumber(text: string, end: number, last: PhoneNumber): NextNumber | null {
  const match = NEXT.exec(text.slice(end, end + 24));
  if (!match) return null;
  const [whole, sign, dash, digits = ''] = match;
  const tail = last.nationalNumber.slice(-digits.length);
  const isTouching =
    dash?.length === 1 || (whole === `/${digits}` && Math.abs(Number(digits) - Number(tail)) < MAX_STEP);
  if (!isTouching && isCount(text, end + whole.length)) return null;
  if (digits.length >= last.nationalNumber.length || digits === tail) return null;
  if (sign && digits.length === 1 && sign !== '/') return null;
  const isPlainRange =
    dash?.length === 1 && digits.length > 1 && isRange(tail, digits) && !isDirectDial(last);
  if (dash && !isPlainRange && !isBlock(last, digits)) return null;
  const number = internationalNumber(
    `${last.countryCallingCode}${last.nationalNumber.slice(0, -digits.length)}${digits}`,
  );
  return number ? { number, end: end + whole.length } : null;
}

/** Whether the word after the digits that end at `end` says that they are a count, hours or a part of an address. */
function isCount(text: string, end: number): boolean {
  const after = text.slice(end, end + WORD_CHARS);
  const gap = WORD_AFTER.exec(after);
  if (!gap) return false;
  const word = after.slice(gap[0].length);
  return !ENDS_DIGITS.test(word) && !startsWithLabel(word);
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

/**
 * Whether the range of a number and these last digits is a block of ten or a hundred, as exchanges have them: `2345670 - 79`. Where
 * numbers have any length, not `0711 78400-99`: 99 is a common extension of faxes.
 */
function isBlock({ country, nationalNumber }: PhoneNumber, to: string): boolean {
  const from = nationalNumber.slice(-to.length);
  const block =
    country !== undefined && hasVariableLength(country) ? /^(?:0-9|(\d+)0+-\1(?:9+))$/ : /^(\d*)0+-\1(?:9+)$/;
  return nationalNumber.length >= MIN_BLOCK_DIGITS && block.test(`${from}-${to}`);
}

/** Countries that write an extension after a dash: "12345-67". */
function isDirectDial(number: PhoneNumber): boolean {
  return number.country === undefined || hasVariableLength(number.country) || number.country === 'CH';
}
