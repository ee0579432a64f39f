import { type CountryCode, getCountryCallingCode, isSupportedCountry, Metadata } from 'libphonenumber-js/max';

/** Digits of a national number that a region may have, with or without its prefixes, as a bit set. */
const lengths = new Map<CountryCode, number>();
/** Regions whose prefixes have variable lengths (carrier codes, mobile marks). */
const LONG_PREFIXES: ReadonlySet<string> = new Set(
  'AR BR MX CO CL CR SM UY UZ MN RU KZ BY LT UA HU IL KR IR'.split(' '),
);
const MAX_CARRIER_DIGITS = 5;
const metadata = new Metadata();

/**
 * Whether a number with this many digits may be valid in the region, counting the trunk prefix and the calling
 * code. Much cheaper than parsing the number, and never false for a valid one.
 */
export function mayHaveLength(digits: number, region: CountryCode): boolean {
  let set = lengths.get(region);
  if (set === undefined) {
    set = isSupportedCountry(region) ? readLengths(region) : 0;
    lengths.set(region, set);
  }
  return digits < 31 && (set & (1 << digits)) !== 0;
}

function readLengths(region: CountryCode): number {
  metadata.selectNumberingPlan(region);
  const plan = metadata.numberingPlan;
  if (!plan) return 0;
  const code = getCountryCallingCode(region).length;
  const prefixes = new Set([0, 1, 2, code, code + 1, code + 2]);
  if (LONG_PREFIXES.has(region)) for (let i = 3; i <= MAX_CARRIER_DIGITS + code; i += 1) prefixes.add(i);
  let set = 0;
  for (const length of plan.possibleLengths()) for (const prefix of prefixes) set |= 1 << (length + prefix);
  return set;
}

/** Countries with numbers of many lengths, where almost any digits are valid. */
const VARIABLE: ReadonlySet<CountryCode> = new Set(
  'DE AT FI LU ID IT SE NZ BG HR JP MM LA KP IR SM LI MD TW'.split(' ') as CountryCode[],
);

/** Whether almost any digits are a valid number in the region, so that validity proves little. */
export function hasVariableLength(region: CountryCode): boolean {
  return VARIABLE.has(region);
}
