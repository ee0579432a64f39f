import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { withoutMarks } from '../html/page-source.ts';
import { type Countries, countryBefore } from './country-name.ts';
import { type DigitGroup, type DigitRun, digitRuns } from './digit-runs.ts';
import { labelAfter, labelBefore, type PhoneLabel } from './phone-label.ts';
import { internationalNumber, possibleNumber, validNumber } from './phone-number.ts';
import { cleanAfter, cleanBefore, hasPhoneShape, isDateOrCount } from './phone-shape.ts';
import { findAustralianVanityNumbers, findVanityNumbers, type VanityNumber } from './vanity-number.ts';

/** A phone or fax number in a text. */
export interface TextPhone {
  number: PhoneNumber;
  written: string;
  fax: boolean;
  at: number;
  end: number;
}

/** Likely regions of national numbers with their weight, most likely first. */
export type Regions = readonly { region: CountryCode; weight: number }[];

/** Country information of a page. Computed once, for the first national number. */
export interface CountryContext {
  regions: Regions;
  countries: Countries;
}

const MAX_DIGITS = 17;
const MAX_PARSES = 3000;
const REGIONS_TRIED = 4;

/** Regions to try for a labeled number if the page has few country hints. */
const FALLBACK: readonly CountryCode[] = ['US', 'GB', 'DE', 'FR', 'AU', 'IN'];
/** With this weight, a number that is invalid in the region isn't tried in other countries. */
const SURE_WEIGHT = 5;

/**
 * Finds numbers in visible text. A labeled number must be valid; an unlabeled one must also be formatted like
 * the numbers of its region.
 */
export function findPhones(
  text: string,
  countryContext: () => CountryContext,
  expired: () => boolean = () => false,
): TextPhone[] {
  return new PhoneSearch(text, countryContext, expired).find();
}

class PhoneSearch {
  readonly #text: string;
  readonly #loadContext: () => CountryContext;
  readonly #expired: () => boolean;
  #context: CountryContext | null = null;
  #parses = 0;
  readonly #found: TextPhone[] = [];
  #lastLabel: PhoneLabel = null;
  /** end of the last number and its label */
  #from = 0;

  constructor(text: string, loadContext: () => CountryContext, expired: () => boolean) {
    this.#text = text;
    this.#loadContext = loadContext;
    this.#expired = expired;
  }

  find(): TextPhone[] {
    const vanities = this.#vanityNumbers().map((vanity) => ({
      ...vanity,
      written: withoutMarks(this.#text.slice(vanity.at, vanity.end)),
      fax: labelBefore(this.#text, vanity.at, 0) === 'fax',
    }));
    for (const run of digitRuns(this.#text, this.#expired)) {
      if (this.#parses > MAX_PARSES || this.#expired()) break;
      if (vanities.some((vanity) => run.start < vanity.end && run.end > vanity.at)) continue;
      this.#readRun(run);
    }
    return vanities.concat(this.#found);
  }

  #vanityNumbers(): VanityNumber[] {
    const australian = findAustralianVanityNumbers(this.#text);
    if (australian.length === 0) return findVanityNumbers(this.#text);
    this.#context ??= this.#loadContext();
    return this.#context.regions[0]?.region === 'AU' ? australian : findVanityNumbers(this.#text);
  }

  #readRun(run: DigitRun): void {
    let clean = true;
    for (let i = 0; i < run.groups.length; ) {
      const group = run.groups[i]!;
      const start = startOf(this.#text, group);
      const label = this.#label(start);
      // An account or register number includes all following digit groups.
      if (label === 'other') {
        i += 1;
        while (i < run.groups.length && !/[+(]/.test(run.groups[i]!.before)) i += 1;
        continue;
      }
      const taken: number =
        clean || startsNewNumber(run.groups, i) ? this.#readNumber(run, i, start, label) : 0;
      clean = taken > 0;
      i += Math.max(1, taken);
    }
  }

  /** Reads a number that starts with group `first`. Returns its number of groups, 0 for none. */
  #readNumber(run: DigitRun, first: number, start: number, label: PhoneLabel): number {
    const groups = run.groups;
    if (!cleanBefore(this.#text, start)) return 0;
    let last = first;
    let digits = groups[first]!.digits.length;
    while (last + 1 < groups.length && digits + groups[last + 1]!.digits.length <= MAX_DIGITS) {
      if (groups[last + 1]!.plus) break;
      last += 1;
      digits += groups[last]!.digits.length;
    }
    for (; last >= first && digits >= 6; last -= 1) {
      const end = groups[last]!.end;
      const edge = last < groups.length - 1 || cleanAfter(this.#text, end);
      const taken = groups.slice(first, last + 1);
      const number = edge && !this.#isTwoNumbers(taken) ? this.#accept(taken, start, end, label) : null;
      if (number) {
        this.#add(number, start, end, label);
        return last - first + 1;
      }
      digits -= groups[last]!.digits.length;
    }
    return this.#continueLast(groups, first, start, label);
  }

  /** Whether a dash or slash with spaces separates two numbers: "030 123456 - 0170 1234567". */
  #isTwoNumbers(groups: readonly DigitGroup[]): boolean {
    const at = groups.findIndex((group, i) => i > 0 && /\s[-–—/]\s?|\s?[–—/]\s/.test(group.before));
    if (at < 0) return false;
    const left = groups.slice(0, at).reduce((sum, group) => sum + group.digits.length, 0);
    const right = groups.slice(at).reduce((sum, group) => sum + group.digits.length, 0);
    return left >= 9 && right >= 5;
  }

  /** Reads a second number that shares the area code of the first: "022-28327788 / 28327799". */
  #continueLast(groups: readonly DigitGroup[], first: number, start: number, label: PhoneLabel): number {
    const last = this.#found.at(-1);
    if (!last || label !== this.#lastLabel) return 0;
    const between = withoutMarks(this.#text.slice(last.end, start));
    if (!/^[ ,/&]+(?:and|or|und|oder|et|y|e)?\s?$/.test(between)) return 0;
    const endings = subscriberLengths(last.written);
    let digits = '';
    for (let i = first; i < groups.length && digits.length < 8; i += 1) {
      digits += groups[i]!.digits;
      if (!endings.has(digits.length)) continue;
      const shared = last.number.nationalNumber.slice(0, -digits.length);
      this.#parses += 1;
      const number = shared
        ? internationalNumber(`${last.number.countryCallingCode}${shared}${digits}`)
        : null;
      if (!number) continue;
      this.#add(number, start, groups[i]!.end, label);
      return i - first + 1;
    }
    return 0;
  }

  #label(start: number): PhoneLabel {
    const from = this.#from;
    const own = labelBefore(this.#text, start, from);
    if (own || from === 0) return own;
    const between = withoutMarks(this.#text.slice(from, start));
    // In "Fax: A / B" and "Tel: A, B", the label applies to both numbers.
    const continues =
      between.length < 12 &&
      /^[ ,;/|&+().-]*(?:and|or|und|oder|et|ou|y|o|e|en)?[ ,;/|&+().-]*$/.test(between);
    return continues ? this.#lastLabel : null;
  }

  #add(number: PhoneNumber, start: number, end: number, label: PhoneLabel): void {
    const suffix = labelAfter(this.#text, end);
    // In "(p) A (f) B", the suffix of a labeled number labels the next one.
    const next = suffix ? this.#text.slice(end + suffix.length, end + suffix.length + 6) : '';
    const after = label && /^[ :.]*[+(]?\d/.test(next) ? null : suffix;
    const final = after?.label ?? label;
    this.#from = end + (after?.length ?? 0);
    const written = withoutMarks(this.#text.slice(start, end));
    this.#found.push({ number, written, fax: final === 'fax', at: start, end });
    this.#lastLabel = final;
  }

  #accept(groups: readonly DigitGroup[], start: number, end: number, label: PhoneLabel): PhoneNumber | null {
    this.#parses += 1;
    const digits = groups.map((group) => group.digits).join('');
    if (groups[0]!.plus) return internationalNumber(withoutTrunkZero(groups));
    const written = this.#text.slice(start, end);
    if (isDateOrCount(groups, written)) return null;
    if (digits.startsWith('00') && digits.length >= 10) {
      const number = internationalNumber(withoutTrunkZero(groups).slice(2));
      if (number && (label || groups.length > 1 || this.#isLikelyRegion(number))) return number;
    }
    return digits.length > 15 ? null : this.#national(groups, digits, start, written, label);
  }

  /** Whether the number's country is among the page's likely regions. */
  #isLikelyRegion(number: PhoneNumber): boolean {
    this.#context ??= this.#loadContext();
    return this.#context.regions.slice(0, 2).some(({ region }) => region === number.country);
  }

  #national(
    groups: readonly DigitGroup[],
    digits: string,
    start: number,
    written: string,
    label: PhoneLabel,
  ): PhoneNumber | null {
    this.#context ??= this.#loadContext();
    const { regions, countries } = this.#context;
    const named = countryBefore(countries, this.#text, start);
    if (named) {
      this.#parses += 1;
      const number = validNumber(digits, named.code);
      if (number && (label || named.adjacent || hasPhoneShape(groups, written, number, true))) return number;
    }
    const best = regions[0]?.weight ?? 0;
    for (const { region, weight } of regions.slice(0, REGIONS_TRIED)) {
      this.#parses += 1;
      const number = validNumber(digits, region);
      if (!number) continue;
      const isLikely = weight >= best / 2;
      if (hasPhoneShape(groups, written, number, isLikely) || (label && (isLikely || best < SURE_WEIGHT)))
        return number;
    }
    if (!label) return null;
    if (best >= SURE_WEIGHT) return groups.length > 1 ? possibleNumber(digits, regions[0]!.region) : null;
    for (const region of FALLBACK) {
      if (regions.slice(0, REGIONS_TRIED).some((known) => known.region === region)) continue;
      this.#parses += 1;
      const number = validNumber(digits, region);
      if (number && hasPhoneShape(groups, written, number, false)) return number;
    }
    return null;
  }
}

/** Possible lengths of the subscriber part: the digits after each gap. */
function subscriberLengths(written: string): ReadonlySet<number> {
  const groups = written.match(/\d+/g) ?? [];
  const lengths = new Set<number>();
  let sum = 0;
  for (const group of groups.slice(1).reverse()) {
    sum += group.length;
    if (sum >= 6 && sum <= 8) lengths.add(sum);
  }
  return lengths;
}

/** The start of a number, including its plus or bracket. */
function startOf(text: string, head: DigitGroup): number {
  let start = head.start;
  while (start > 0 && head.start - start < 3 && /[+(]/.test(text[start - 1]!)) start -= 1;
  return start;
}

/**
 * Whether a number may start within a run after digits that aren't a number: after a plus, bracket, slash or
 * seam, or after a space if its own digits are joined by dashes or dots ("68102 402-342-1234").
 */
function startsNewNumber(groups: readonly DigitGroup[], at: number): boolean {
  const gap = groups[at]!.before;
  if (/[+(/\ue000•]/.test(gap) || /\s[-–—]\s/.test(gap)) return true;
  const next = groups[at + 1]?.before;
  return /\s/.test(gap) && next !== undefined && !/\s/.test(next);
}

/** Removes the trunk zero in `+44 (0)20`. In Italy, the zero is part of the number. */
function withoutTrunkZero(groups: readonly DigitGroup[]): string {
  let digits = '';
  for (const group of groups) {
    const isTrunk =
      digits.length >= 1 && digits.length <= 5 && !/^(?:00)?39/.test(digits) && group.digits.startsWith('0');
    if (isTrunk && (group.digits === '0' || group.before.includes('('))) digits += group.digits.slice(1);
    else digits += group.digits;
  }
  return digits;
}
