import type { CountryCode } from 'libphonenumber-js/max';
import { labelBefore } from './phone-label.ts';
import { internationalNumber } from './phone-number.ts';
import type { Regions } from './phone-region.ts';
import type { TextPhone } from './text-phone.ts';

const MAX_LOCAL_NUMBERS = 200;
const MAX_TRIES = 1000;
const LABEL_CHARS = 60;
/** Where people leave out the area code: its length, and that of the rest of a number. */
const PLANS: Readonly<Partial<Record<CountryCode, { code: string; area: number; rest: number }>>> = {
  US: { code: '1', area: 3, rest: 7 },
  CA: { code: '1', area: 3, rest: 7 },
  AU: { code: '61', area: 1, rest: 8 },
  BR: { code: '55', area: 2, rest: 8 },
};
/** `734-2281`, `5229 1846` */
const LOCAL =
  /(?<![\d\p{L}()/.,$-]|\d[ \ue000])(?<digits>\d{3,4}[-. ]\d{4})(?![\d\p{L}-]|[.,:/]\d|[ \ue000]\d)/gu;
/** `All numbers are area code 607`, `(area code 03)` */
const AREA_CODE = /(?<!\p{L})area code(?: is|:)? ?\(?0?(?<area>\d{1,3})(?!\d)/iu;
const COLON = /:[ \ue000-\ue002]*$/;
/** Hours and years: `0830-1700`, `2019-2024` */
const HOURS_OR_YEARS =
  /^(?:[01]\d|2[0-4])[0-5]\d[-. ](?:[01]\d|2[0-4])[0-5]\d$|^(?:19|20)\d\d[-. ](?:19|20)\d\d$/;
const TOLL_FREE = /^(?:8(?:00|33|44|55|66|77|88)|1[38]00|13)/;

/**
 * Labeled numbers without their area code, where the page names one, or all its other numbers have the same: `Phone
 * 728-9041` beside `(802) 728-3316`.
 */
export function localNumbers(text: string, found: readonly TextPhone[], regions: () => Regions): TextPhone[] {
  const stated = text.includes('rea code') ? AREA_CODE.exec(text)?.groups?.area : undefined;
  if (stated === undefined && found.length === 0) return [];
  let plan: { code: string; area: number; rest: number } | undefined;
  let area: string | null = null;
  const numbers: TextPhone[] = [];
  let tries = 0;
  for (const match of text.matchAll(LOCAL)) {
    tries += 1;
    if (numbers.length >= MAX_LOCAL_NUMBERS || tries > MAX_TRIES) break;
    const { index, 0: written } = match;
    const end = index + written.length;
    if (found.some((phone) => phone.index < end && index < phone.end)) continue;
    const region = regions()[0]?.region;
    plan ??= region && PLANS[region];
    if (!plan) return [];
    area ??= stated?.length === plan.area ? stated : commonArea(found, plan);
    const digits = written.replace(/\D/g, '');
    if (area === null || digits.length !== plan.rest || HOURS_OR_YEARS.test(written)) continue;
    const before = text.slice(Math.max(0, index - LABEL_CHARS), index);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    const label = labelBefore(text, index, 0);
    const start = `+${plan.code}${area}${digits.slice(0, -4)}`;
    // A Brazilian exchange has four digits, so two equal ones aren't a coincidence.
    const isOfSameExchange =
      plan === PLANS.BR && COLON.test(line) && found.some(({ number }) => number.number.startsWith(start));
    const isStated = stated !== undefined && AREA_CODE.test(text.slice(end, end + 20));
    if (label === 'other' || (label === null && !isOfSameExchange && !isStated)) continue;
    const number = internationalNumber(`${plan.code}${area}${digits}`);
    if (number) numbers.push({ number, written, label, index, end });
  }
  return numbers;
}

/** The area code of all numbers of a plan but those for free; null if they have several. */
function commonArea(found: readonly TextPhone[], plan: { code: string; area: number }): string | null {
  const areas = new Set(
    found
      .filter(
        ({ number }) => number.countryCallingCode === plan.code && !TOLL_FREE.test(number.nationalNumber),
      )
      .map(({ number }) => number.nationalNumber.slice(0, plan.area)),
  );
  const [area] = areas;
  return areas.size === 1 && area !== undefined ? area : null;
}
