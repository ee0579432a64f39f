import type { PhoneNumber } from 'libphonenumber-js/max';
import { withoutMarks } from '../html/page-source.ts';
import type { DigitGroup } from './digit-runs.ts';
import { subscriberLengths } from './number-groups.ts';
import { isOnlyLabels } from './phone-label.ts';
import { internationalNumber } from './phone-number.ts';

/** Between a number and the next one that shares its area code */
export const MAX_BETWEEN = 30;
const MAX_DIGITS = 8;
const JOINED = /^[ ,/&|·•;–-]+(?:and|or|und|oder|et|ou|y|e|o|en)?\s?$/;

/** Whether the text between two numbers joins them. `isSameLabel`: both have the same label or none, else the second has its own. */
export function joinsNumbers(between: string, isSameLabel: boolean, isLabeled: boolean): boolean {
  return (isSameLabel && JOINED.test(withoutMarks(between))) || (isLabeled && isOnlyLabels(between));
}

/**
 * The number of groups from `first` on with the area code of the one before them, and the index after its last group:
 * "022-28327788 / 28327799". The longest one that is valid; null if none is.
 */
export function withSharedAreaCode(
  groups: readonly DigitGroup[],
  first: number,
  before: { number: PhoneNumber; written: string },
): { number: PhoneNumber; end: number } | null {
  const endings = subscriberLengths(before.written);
  const { nationalNumber, countryCallingCode } = before.number;
  let longest: { number: PhoneNumber; end: number } | null = null;
  let digits = '';
  for (let i = first; i < groups.length && digits.length < MAX_DIGITS; i += 1) {
    digits += groups[i]!.digits;
    const shared = endings.has(digits.length) ? nationalNumber.slice(0, -digits.length) : '';
    const number = shared ? internationalNumber(`${countryCallingCode}${shared}${digits}`) : null;
    if (number) longest = { number, end: i + 1 };
  }
  return longest;
}
