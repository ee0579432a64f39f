import parsePhoneNumber, { type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';

/**
 * `+` and digits, or national digits with a region -> the number when it is valid there, else null (libphonenumber's full
 * metadata: length, prefix and type checked).
 */
export function validNumber(digits: string, region?: CountryCode): PhoneNumber | null {
  const number = region
    ? parsePhoneNumber(digits, { defaultCountry: region, extract: false })
    : parsePhoneNumber(digits, { extract: false });
  if (!number?.isValid()) return null;
  return isInvented(number.nationalNumber) ? null : number;
}

/** Digits a template's author types: 1234567890, 0000000, 5555555555. */
export function isInvented(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits) || /^\d{0,3}(\d)\1{6,}$/.test(digits)) return true;
  return digits.length >= 8 && '01234567890123456789'.includes(digits);
}

/** International digits without plus -> the number, null when not valid. */
export function internationalNumber(digits: string): PhoneNumber | null {
  return digits.length >= 7 && digits.length <= 15 ? validNumber(`+${digits}`) : null;
}
