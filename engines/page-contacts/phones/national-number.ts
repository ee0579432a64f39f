import { type CountryCode, getCountryCallingCode, type PhoneNumber } from 'libphonenumber-js/max';
import type { RankedRegion } from './block-region.ts';
import type { DigitGroup } from './digit-runs.ts';
import {
  hasVariableLength,
  internationalNumber,
  mayHaveLength,
  possibleNumber,
  validNumber,
} from './phone-number.ts';
import type { Regions } from './phone-region.ts';
import { hasPhoneShape, hasStandardGrouping, isNorthAmerican } from './phone-shape.ts';

/** With this weight, a number that is invalid in the region isn't from the United States by default. */
const SURE_WEIGHT = 5;
/** A labeled number counts from this weight on, an unlabeled one from the second. */
const LABELED_WEIGHT = 2.5;
const UNLABELED_WEIGHT = 3;
/** Less than this between two regions where a number is valid: the page doesn't tell. */
const MARGIN = 1.6;
/** A country with less than this share of the weight of the nearest one isn't that of the block. */
const NEAR_SHARE = 0.6;
const STANDARD_BONUS = 2.5;
const VARIABLE_PENALTY = 1.5;
/** Numbers of landlines without their area code are shorter. */
const MIN_MOBILE_DIGITS = 9;
const MAX_LOCAL_DIGITS = 7;

/** Whether digits may be a number of one of the page's regions, by their length alone. */
export function mayBeNational(digits: number, regions: Regions): boolean {
  return digits === 10 || digits === 11 || regions.some(({ region }) => mayHaveLength(digits, region));
}

interface Candidate {
  number: PhoneNumber;
  region: CountryCode;
  weight: number;
  score: number;
}

/**
 * The number that digits without an international prefix stand for, or null: if they are valid in none of the
 * likely regions, `ambiguous` if in several that are as likely as each other.
 */
export function nationalNumber(
  groups: readonly DigitGroup[],
  written: string,
  labeled: boolean,
  ranked: readonly RankedRegion[],
): PhoneNumber | 'ambiguous' | null {
  const digits = groups.map((group) => group.digits).join('');
  const best = ranked[0]?.weight ?? 0;
  let nearest = 0;
  for (const { near, address } of ranked) if (address && near > nearest) nearest = near;
  const candidates: Candidate[] = [];
  let highest = 0;
  for (const { region, weight, near, adjacent } of ranked) {
    // The country of the block's address decides, even if the number is invalid there.
    if (near < nearest * NEAR_SHARE && !adjacent) continue;
    // No later region can compete.
    if (highest - weight - STANDARD_BONUS >= MARGIN) break;
    if (!mayHaveLength(digits.length, region)) continue;
    const number = withCallingCode(digits, region) ?? validNumber(digits, region);
    if (!number) continue;
    if (!fits(number, groups, written, { labeled, weight, best, adjacent })) continue;
    const isStandard = hasStandardGrouping(groups, number);
    const score =
      weight + (isStandard ? STANDARD_BONUS : 0) - (hasVariableLength(region) ? VARIABLE_PENALTY : 0);
    highest = Math.max(highest, score);
    candidates.push({ number, region, weight, score });
  }
  candidates.sort((a, b) => b.score - a.score);
  const [first, ...rest] = candidates;
  if (first) {
    const rival = rest.find(({ number }) => number.number !== first.number.number);
    const isClear = !rival || first.weight >= SURE_WEIGHT || first.score - rival.score >= MARGIN;
    return isClear ? first.number : 'ambiguous';
  }
  const top = ranked[0];
  return top && labeled && best >= SURE_WEIGHT && groups.length > 1
    ? possibleNumber(digits, top.region)
    : null;
}

/**
 * A number in a country of variable lengths that starts with its calling code: any digits are valid there, but
 * its own numbers start with a zero.
 */
function withCallingCode(digits: string, region: CountryCode): PhoneNumber | null {
  if (!hasVariableLength(region) || digits.startsWith('0') || digits.length < 10) return null;
  return digits.startsWith(getCountryCallingCode(region)) ? internationalNumber(digits) : null;
}

interface Situation {
  labeled: boolean;
  weight: number;
  /** of the likeliest region */
  best: number;
  adjacent: boolean;
}

function fits(
  number: PhoneNumber,
  groups: readonly DigitGroup[],
  written: string,
  { labeled, weight, best, adjacent }: Situation,
): boolean {
  if (adjacent) return true;
  if (number.countryCallingCode === '1' && weight < SURE_WEIGHT)
    return fitsByDefault(groups, written, { labeled, weight, best });
  const digits = groups.map((group) => group.digits).join('');
  // On a page in German, "971 12 34 56" is more likely a number of another country.
  if (lacksTrunkZero(number, digits) && (weight < SURE_WEIGHT || lacksAreaCode(number, digits))) return false;
  if (labeled && weight >= LABELED_WEIGHT) return weight >= best / 3;
  return (
    weight >= (labeled ? LABELED_WEIGHT : UNLABELED_WEIGHT) &&
    hasPhoneShape(groups, written, number, weight >= best / 2)
  );
}

/** Whether a number of a country where any digits are valid lacks the zero that its numbers start with. */
function lacksTrunkZero(number: PhoneNumber, digits: string): boolean {
  if (number.country === undefined || !hasVariableLength(number.country) || digits.startsWith('0'))
    return false;
  const written = number.formatNational();
  // The metadata has no format for some valid numbers of Germany.
  return /^\(?0/.test(written) || (number.country === 'DE' && written === number.nationalNumber);
}

/**
 * Whether a number without its zero is likely one without its area code: "23 45 68" would be a number of another town. Long
 * numbers of mobiles, and those with the calling code, are whole.
 */
function lacksAreaCode(number: PhoneNumber, digits: string): boolean {
  if (digits !== number.nationalNumber) return false;
  return digits.length < MIN_MOBILE_DIGITS || number.getType() !== 'MOBILE';
}

/**
 * Whether digits of a link or of business data are too few for a number with its area code, in a country where any digits are
 * valid.
 */
export function isLocalNumber(number: PhoneNumber, digits: string): boolean {
  return digits.length <= MAX_LOCAL_DIGITS && lacksTrunkZero(number, digits) && lacksAreaCode(number, digits);
}

/** A number formatted as in North America needs no other hint, unless the page is from elsewhere. */
function fitsByDefault(
  groups: readonly DigitGroup[],
  written: string,
  { labeled, weight, best }: Omit<Situation, 'adjacent'>,
): boolean {
  const sizes = groups.map((group) => group.digits.length);
  const isFormatted = isNorthAmerican(sizes, written);
  if (weight >= best) return isFormatted || (labeled && weight >= 1);
  if (best >= SURE_WEIGHT) return isFormatted && labeled && /^\+?1?[-. ]?\(|^1[-. ]/.test(written);
  return isFormatted && (labeled || weight >= best / 2 || weight >= 1);
}
