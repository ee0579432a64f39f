import type { PhoneNumber } from 'libphonenumber-js/max';
import { matchesOf } from '../matches-of.ts';
import { validNumber } from './phone-number.ts';

/** A number spelled with letters of the keypad. */
export interface VanityNumber {
  number: PhoneNumber;
  index: number;
  end: number;
}

const MAX_CANDIDATES = 200;

/** `1-800-FLOWERS`, `(212) NEW-YORK`, `1.888.LUTRON1`, `(734) 668-TIME`, `1-888-WEB-CLUB`; capitals only. */
const FORM =
  /(?<![\p{L}\d.-])(?:\+?1[ .-]?)?(?:\( ?([2-9]\d{2}) ?\)|([2-9]\d{2})) ?[-. ]? ?((?:[A-Z]|\d){1,9}(?:[-. ]{1,3}[A-Z\d]{1,9}){0,2})(?![\p{L}\d])/gu;

/** Cheap pre-check: a capital after a digit. */
const LETTER_AFTER_DIGIT = /\d[ ).-]{0,4}[A-Z]/;

/** The keypad digit for each letter (E.161). */
const KEYS = '22233344455566677778889999';

/**
 * Finds vanity numbers of the North American plan (country code 1). Letters beyond the seventh have no effect
 * and are allowed only after a toll-free code. Requires a dash, bracket or leading 1, because "212 MAIN" is a
 * street address.
 */
export function findVanityNumbers(text: string): VanityNumber[] {
  const found: VanityNumber[] = [];
  if (!LETTER_AFTER_DIGIT.test(text)) return found;
  let candidates = 0;
  for (const match of matchesOf(FORM, text)) {
    const [written, bracketed, plain, rest = ''] = match;
    if (!/[A-Z]{2}/.test(rest)) continue;
    candidates += 1;
    if (candidates > MAX_CANDIDATES) break;
    const area = bracketed ?? plain ?? '';
    const tollFree = /^8(?:00|33|44|55|66|77|88)$/.test(area);
    const letters = rest.replace(/[-. ]/g, '');
    const lettersCount = letters.replace(/\d/g, '').length;
    const cut = fitLength(rest, tollFree);
    if (!cut || lettersCount < 3) continue;
    const sure = bracketed !== undefined || /^\+?1[ .-]/.test(written) || /^\d{3}[-.]/.test(written);
    if (!sure || (!tollFree && letters.length !== 7)) continue;
    const number = validNumber(`${area}${toDigits(cut.letters)}`, 'US');
    if (number)
      found.push({
        number,
        index: match.index,
        end: match.index + written.length - (rest.length - cut.length),
      });
  }
  return found;
}

/** `1300 PLUMBER`, `1800-FLOWERS`: Australian toll-free and local-rate numbers. */
const AUSTRALIAN =
  /(?<![\p{L}\d-])(1[38]00)[ -]?((?:[A-Z]|\d){1,10}(?:[ -][A-Z\d]{1,9}){0,2})(?![\p{L}\d])/gu;

/** Cheap pre-check. */
const AUSTRALIAN_START = /1[38]00[ -]?[A-Z\d]/;

/** Finds Australian vanity numbers: six letters count, up to ten may be written. */
export function findAustralianVanityNumbers(text: string): VanityNumber[] {
  const found: VanityNumber[] = [];
  if (!AUSTRALIAN_START.test(text)) return found;
  let candidates = 0;
  for (const match of text.matchAll(AUSTRALIAN)) {
    const [written, prefix = '', rest = ''] = match;
    if (!/[A-Z]{3}/.test(rest)) continue;
    candidates += 1;
    if (candidates > MAX_CANDIDATES) break;
    const word = /^[A-Z\d]{6,}/.exec(rest)?.[0];
    const letters = word ?? rest.replace(/[ -]/g, '');
    if (letters.length < 6 || letters.length > 10) continue;
    const number = validNumber(`${prefix}${toDigits(letters.slice(0, 6))}`, 'AU');
    const length = word ? written.length - rest.length + word.length : written.length;
    if (number) found.push({ number, index: match.index, end: match.index + length });
  }
  return found;
}

/** The seven letters after the area code and their length in the text. */
function fitLength(rest: string, tollFree: boolean): { letters: string; length: number } | null {
  const parts = rest.split(/([-. ]+)/);
  let letters = '';
  let length = 0;
  for (let i = 0; i < parts.length; i += 2) {
    letters += parts[i] ?? '';
    length += (parts[i] ?? '').length;
    if (letters.length === 7) return { letters, length };
    if (letters.length > 7)
      return tollFree && letters.length <= 12 ? { letters: letters.slice(0, 7), length } : null;
    length += (parts[i + 1] ?? '').length;
  }
  return null;
}

function toDigits(letters: string): string {
  return letters.replace(/[A-Z]/g, (char) => KEYS[char.charCodeAt(0) - 65] ?? '');
}
