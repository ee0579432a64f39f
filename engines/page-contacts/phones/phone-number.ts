import parsePhoneNumber, {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
} from 'libphonenumber-js/max';

/** Cached results. Pages repeat their numbers in links, text, header and footer. */
const MAX_CACHED = 256;
const cache = new Map<string, PhoneNumber | null>();
const metadata = new Metadata();

/**
 * Parses `+` and digits, or national digits with a region. Returns null if the number is invalid
 * (libphonenumber's full metadata: length, prefix and type).
 */
export function validNumber(digits: string, region?: CountryCode): PhoneNumber | null {
  const key = `${region ?? ''}${digits}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  if (cache.size >= MAX_CACHED) cache.clear();
  const number = parseValid(digits, region);
  cache.set(key, number);
  return number;
}

function parseValid(digits: string, region?: CountryCode): PhoneNumber | null {
  if (region && !NORTH_AMERICAN.test(digits) && getCountryCallingCode(region) === '1') return null;
  const normalized =
    region === 'MX' ? digits.replace(FORMER_MEXICAN_TRUNK, '') : withoutMexicanMobile(digits);
  const number = parsePhoneNumber(
    normalized,
    region ? { defaultCountry: region, extract: false } : { extract: false },
  );
  if (!number?.isValid()) return null;
  return isPlaceholderNumber(number.nationalNumber) ? null : number;
}

/** Format of every North American number, which is much cheaper to check than the metadata. */
const NORTH_AMERICAN = /^1?[2-9]\d{2}[2-9]\d{6}$/;

/** Prefixes that Mexico abolished in 2019 but pages still use. */
const FORMER_MEXICAN_TRUNK = /^0(?:1|4[45])/;

/** Removes the `1` after `+52`, abolished at the same time but still used in messenger links. */
function withoutMexicanMobile(digits: string): string {
  return /^\+521\d{10}$/.test(digits) ? `+52${digits.slice(4)}` : digits;
}

const ASCENDING = '01234567890123456789';
const DESCENDING = '98765432109876543210';

/** Whether digits look like a template placeholder: 1234567890, 0000000, 5555555555. */
export function isPlaceholderNumber(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits) || /^\d{0,3}(\d)\1{6,}$/.test(digits)) return true;
  return (
    digits.length >= 8 &&
    /^(?:0123|1234|2345|9876)/.test(digits) &&
    (ASCENDING.includes(digits) || DESCENDING.includes(digits))
  );
}

/** Parses international digits without a plus. Null if invalid. */
export function internationalNumber(digits: string): PhoneNumber | null {
  return digits.length >= 7 && digits.length <= 15 ? validNumber(`+${digits}`) : null;
}

/**
 * Parses digits that start with the trunk zero and have a possible length for the region, even if the
 * metadata lacks their range, because it lags behind numbering plans. Use only for labeled numbers.
 */
export function possibleNumber(digits: string, region: CountryCode): PhoneNumber | null {
  if (!digits.startsWith('0') || digits.length < 9) return null;
  const number = parsePhoneNumber(digits, { defaultCountry: region, extract: false });
  if (!number?.isPossible() || number.countryCallingCode === '1' || number.nationalNumber.startsWith('0'))
    return null;
  if (!hasUsualLength(number.nationalNumber.length, region)) return null;
  return isPlaceholderNumber(number.nationalNumber) ? null : number;
}

interface PlanWithTypes {
  type(name: string): { possibleLengths(): number[] } | undefined;
}

/** Whether landlines or mobiles of the region have this length. Short service numbers don't count. */
function hasUsualLength(length: number, region: CountryCode): boolean {
  metadata.selectNumberingPlan(region);
  // The types of the package lack this method.
  const plan = metadata.numberingPlan as unknown as PlanWithTypes | undefined;
  return ['FIXED_LINE', 'MOBILE'].some((type) => plan?.type(type)?.possibleLengths().includes(length));
}

/** Digits of a national number that a region may have, with or without its prefixes, as a bit set. */
const lengths = new Map<CountryCode, number>();
/** Regions whose prefixes have variable lengths (carrier codes, mobile marks). */
const LONG_PREFIXES: ReadonlySet<string> = new Set(
  'AR BR MX CO CL CR SM UY UZ MN RU KZ BY LT UA HU IL KR IR'.split(' '),
);
const MAX_CARRIER_DIGITS = 5;

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
