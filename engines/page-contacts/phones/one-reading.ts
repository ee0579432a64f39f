import type { PhoneNumber } from 'libphonenumber-js/max';
import type { TextPhone } from './text-phone.ts';

/** Digits and signs without a plus or an international prefix. */
const NATIONAL = /^\(?(?!00)\d[\d ()./\u2010-\u2015\ue000-]{4,24}$/;

/** The national digits of a number as written, '' for one with a calling code or an enumeration. */
function nationalDigits({ written }: TextPhone): string {
  return NATIONAL.test(written) ? written.replace(/\D/g, '') : '';
}

/**
 * Gives the same written digits one number on the whole page: that of a labeled one, else of the first one. Returns
 * the numbers by their national digits.
 */
export function withOneReading(phones: TextPhone[]): ReadonlyMap<string, PhoneNumber> {
  const readings = new Map<string, TextPhone>();
  let isMixed = false;
  for (const phone of phones) {
    const digits = nationalDigits(phone);
    if (!digits) continue;
    const known = readings.get(digits);
    if (known && known.number.number !== phone.number.number) isMixed = true;
    if (!known || (known.label === null && phone.label !== null)) readings.set(digits, phone);
  }
  const numbers = new Map([...readings].map(([digits, { number }]) => [digits, number]));
  if (isMixed) for (const phone of phones) phone.number = numbers.get(nationalDigits(phone)) ?? phone.number;
  return numbers;
}
