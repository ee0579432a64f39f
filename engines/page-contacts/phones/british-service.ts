import type { PhoneNumber } from 'libphonenumber-js/max';
import type { DigitGroup } from './digit-runs.ts';
import { validNumber } from './phone-number.ts';
import type { Regions } from './phone-region.ts';

/** British service numbers that no other country writes in these groups. */
const SERVICE = /^0(?:800|84[2-5]|87[0-3])\d{7}$/;
/** Mobile numbers of Nigeria and Pakistan look like these. */
const SHARED_SERVICE = /^0(?:808|30[03]|33\d|34[345]|37\d)\d{7}$/;
/** Every page in English has at least this weight for the United States. */
const ENGLISH_WEIGHT = 1.5;
/** From here on, the page is from another country. */
const OTHER_WEIGHT = 2.5;

/**
 * A labeled `0800 587 1234` or `0345 600 1234` on a page in English that names no country: British, because
 * numbers in North America don't start with a zero.
 */
export function britishService(groups: readonly DigitGroup[], regions: Regions): PhoneNumber | null {
  const digits = groups.map((group) => group.digits).join('');
  const form = groups.map((group) => group.digits.length).join('-');
  if (form !== '4-3-4' && form !== '5-6') return null;
  const weights = new Map(regions.map(({ region, weight }) => [region, weight]));
  if ((weights.get('US') ?? 0) < ENGLISH_WEIGHT) return null;
  if (regions.some(({ region, weight }) => !/^(?:US|GB)$/.test(region) && weight >= OTHER_WEIGHT))
    return null;
  const isBritish = weights.has('GB')
    ? SERVICE.test(digits) || SHARED_SERVICE.test(digits)
    : SERVICE.test(digits);
  return isBritish ? validNumber(digits, 'GB') : null;
}
