import parsePhoneNumber, {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';

/** Answers kept, about a page of them: it shows its number as a link, in its text, in its head and at its foot. */
const MAX_KEPT = 64;
const kept = new Map<string, PhoneNumber | null>();

/**
 * `+` and digits, or national digits with a region -> the number when it is valid there, else null (libphonenumber's full
 * metadata: length, prefix and type checked).
 */
export function validNumber(digits: string, region?: CountryCode): PhoneNumber | null {
  const key = `${region ?? ''}${digits}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const number = parseValid(digits, region);
  kept.set(key, number);
  return number;
}

function parseValid(digits: string, region?: CountryCode): PhoneNumber | null {
  if (region && !NORTH_AMERICAN.test(digits) && getCountryCallingCode(region) === '1') return null;
  const dialled = region === 'MX' ? digits.replace(FORMER_MEXICAN_TRUNK, '') : withoutMexicanMobile(digits);
  const number = parsePhoneNumber(
    dialled,
    region ? { defaultCountry: region, extract: false } : { extract: false },
  );
  if (!number?.isValid()) return null;
  return isInvented(number.nationalNumber) ? null : number;
}

/** What every number of the North American plan looks like; the metadata costs far more to ask. */
const NORTH_AMERICAN = /^1?[2-9]\d{2}[2-9]\d{6}$/;

/** Prefixes that Mexico gave up in 2019 and its pages still print. */
const FORMER_MEXICAN_TRUNK = /^0(?:1|4[45])/;

/** `+52 1` before a mobile number went the same way; messenger links still have it. */
function withoutMexicanMobile(digits: string): string {
  return /^\+521\d{10}$/.test(digits) ? `+52${digits.slice(4)}` : digits;
}

const UP = '01234567890123456789';
const DOWN = '98765432109876543210';

/** Digits a template's author types: 1234567890, 0000000, 5555555555. */
export function isInvented(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits) || /^\d{0,3}(\d)\1{6,}$/.test(digits)) return true;
  return (
    digits.length >= 8 &&
    /^(?:0123|1234|2345|9876)/.test(digits) &&
    (UP.includes(digits) || DOWN.includes(digits))
  );
}

/** International digits without plus -> the number, null when not valid. */
export function internationalNumber(digits: string): PhoneNumber | null {
  return digits.length >= 7 && digits.length <= 15 ? validNumber(`+${digits}`) : null;
}

/**
 * Digits that begin with the region's trunk zero and have a length that its numbers have -> the number, though the metadata
 * does not know the range: numbering plans grow faster than their tables. For numbers that a label vouches for.
 */
export function possibleNumber(digits: string, region: CountryCode): PhoneNumber | null {
  if (!digits.startsWith('0') || digits.length < 9) return null;
  const number = parsePhoneNumber(digits, { defaultCountry: region, extract: false });
  if (!number?.isPossible() || number.countryCallingCode === '1' || number.nationalNumber.startsWith('0'))
    return null;
  return isInvented(number.nationalNumber) ? null : number;
}
