import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { withoutMarks } from '../html/page-source.ts';
import { countryBefore } from './country-name.ts';
import { type DigitGroup, type DigitRun, digitRuns } from './digit-runs.ts';
import { labelAfter, labelBefore, type PhoneLabel } from './phone-label.ts';
import { internationalNumber, validNumber } from './phone-number.ts';
import { hasPhoneShape, isDateOrCount } from './phone-shape.ts';
import { findVanityNumbers } from './vanity-number.ts';

/** A phone or fax number in a text. */
export interface TextPhone {
  number: PhoneNumber;
  written: string;
  fax: boolean;
  at: number;
  end: number;
}

export type Regions = readonly { region: CountryCode; weight: number }[];

const MAX_DIGITS = 17;
const MAX_PARSES = 3000;

/** Regions a labelled number is tried in after the page's own, where the page says too little. */
const FALLBACK: readonly CountryCode[] = ['US', 'GB', 'DE', 'FR', 'AU', 'IN'];

/**
 * Numbers in visible text. `regions` is asked once, when a national number is met. A number without a label must be written
 * the way numbers of its region are; with one, validity is enough.
 */
export function findPhones(
  text: string,
  regions: () => Regions,
  expired: () => boolean = () => false,
): TextPhone[] {
  const search = new PhoneSearch(text, regions, expired);
  return search.find();
}

class PhoneSearch {
  readonly #text: string;
  readonly #regionsOf: () => Regions;
  readonly #expired: () => boolean;
  #regions: Regions | null = null;
  #parses = 0;
  readonly #found: TextPhone[] = [];
  #lastEnd = 0;
  #lastLabel: PhoneLabel = null;

  constructor(text: string, regions: () => Regions, expired: () => boolean) {
    this.#text = text;
    this.#regionsOf = regions;
    this.#expired = expired;
  }

  find(): TextPhone[] {
    for (const vanity of findVanityNumbers(this.#text)) {
      const label = labelBefore(this.#text, vanity.at, 0);
      this.#found.push({
        ...vanity,
        written: withoutMarks(this.#text.slice(vanity.at, vanity.end)),
        fax: label === 'fax',
      });
    }
    for (const run of digitRuns(this.#text, this.#expired)) {
      if (this.#parses > MAX_PARSES || this.#expired()) break;
      this.#readRun(run);
    }
    return this.#found;
  }

  #readRun(run: DigitRun): void {
    let i = 0;
    while (i < run.groups.length) {
      const taken = this.#readNumber(run, i);
      i += Math.max(1, taken);
    }
  }

  /** Reads a number that begins with group `first`; returns how many groups it took, 0 for none. */
  #readNumber(run: DigitRun, first: number): number {
    const groups = run.groups;
    const head = groups[first]!;
    const start = this.#startOf(head);
    const label = this.#label(start);
    if (label === 'other' || !cleanEdgeBefore(this.#text, start)) return 0;
    let last = first;
    let digits = head.digits.length;
    while (
      last + 1 < groups.length &&
      digits + groups[last + 1]!.digits.length <= MAX_DIGITS &&
      !groups[last + 1]!.plus
    ) {
      last += 1;
      digits += groups[last]!.digits.length;
    }
    for (; last >= first; last -= 1) {
      const taken = groups.slice(first, last + 1);
      const count = taken.reduce((sum, group) => sum + group.digits.length, 0);
      if (count < 7) break;
      const end = groups[last]!.end;
      if (last === groups.length - 1 && !cleanEdgeAfter(this.#text, end)) continue;
      const number = this.#accept(taken, start, end, label);
      if (!number) continue;
      this.#add(number, start, end, label);
      return last - first + 1;
    }
    return 0;
  }

  #startOf(head: DigitGroup): number {
    let start = head.start;
    while (start > 0 && head.start - start < 3 && /[+(]/.test(this.#text[start - 1]!)) start -= 1;
    return start;
  }

  #label(start: number): PhoneLabel {
    const own = labelBefore(this.#text, start, this.#lastEnd);
    if (own || this.#lastEnd === 0) return own;
    const between = this.#text.slice(this.#lastEnd, start);
    // "Fax: A / B", "Tel: A, B": the label goes on.
    const goesOn =
      between.length < 12 &&
      /^[\s\ue000,;/|&+().-]*(?:and|or|und|oder|et|ou|y|o|e|en)?[\s\ue000,;/|&+().-]*$/.test(between);
    return goesOn && !between.includes('\n') ? this.#lastLabel : null;
  }

  #add(number: PhoneNumber, start: number, end: number, label: PhoneLabel): void {
    const after = labelAfter(this.#text, end);
    const final = after ?? label;
    this.#found.push({
      number,
      written: withoutMarks(this.#text.slice(start, end)),
      fax: final === 'fax',
      at: start,
      end,
    });
    this.#lastEnd = end;
    this.#lastLabel = final;
  }

  #accept(groups: readonly DigitGroup[], start: number, end: number, label: PhoneLabel): PhoneNumber | null {
    this.#parses += 1;
    const head = groups[0]!;
    const digits = groups.map((group) => group.digits).join('');
    if (head.plus) return internationalNumber(withoutTrunkZero(groups));
    const written = this.#text.slice(start, end);
    if (isDateOrCount(groups, written)) return null;
    if (digits.startsWith('00') && digits.length >= 10) {
      const number = internationalNumber(withoutTrunkZero(groups).slice(2));
      if (number && (label || groups.length > 1)) return number;
    }
    return this.#national(groups, digits, start, written, label);
  }

  #national(
    groups: readonly DigitGroup[],
    digits: string,
    start: number,
    written: string,
    label: PhoneLabel,
  ): PhoneNumber | null {
    if (digits.length > 15) return null;
    this.#regions ??= this.#regionsOf();
    const regions = this.#regions;
    const named = countryBefore(this.#text, start);
    if (named) {
      const number = validNumber(digits, named.code);
      if (number && (label || named.adjacent || hasPhoneShape(groups, written, number, true))) return number;
    }
    const best = regions[0]?.weight ?? 0;
    for (const { region, weight } of regions.slice(0, 4)) {
      this.#parses += 1;
      const number = validNumber(digits, region);
      if (number && (label || hasPhoneShape(groups, written, number, weight >= best / 2))) return number;
    }
    if (!label) return null;
    for (const region of FALLBACK) {
      if (regions.slice(0, 4).some((known) => known.region === region)) continue;
      this.#parses += 1;
      const number = validNumber(digits, region);
      if (number && hasPhoneShape(groups, written, number, false)) return number;
    }
    return null;
  }
}

/** `+44 (0)20`: the zero is for callers at home. Italy's zeros are part of the number. */
function withoutTrunkZero(groups: readonly DigitGroup[]): string {
  let digits = '';
  for (const group of groups) {
    if (group.digits === '0' && digits.length >= 1 && digits.length <= 5 && !/^(?:00)?39/.test(digits))
      continue;
    if (
      group.before.includes('(') &&
      group.digits.startsWith('0') &&
      digits.length >= 1 &&
      digits.length <= 5 &&
      !/^(?:00)?39/.test(digits)
    )
      digits += group.digits.slice(1);
    else digits += group.digits;
  }
  return digits;
}

/** Whether what stands right before a number leaves it a number of its own. */
function cleanEdgeBefore(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 12), start);
  if (/[\d][,:'’]$/.test(before)) return false;
  if (/[=#$€£¥₹%@_~*^\\&]\s?$/.test(before)) return false;
  const word = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u.exec(before)?.[0];
  return !word || /^(?:tel|phone|fax|ph|t|p|m|f|tél|mob|mobile|cell|call|fon|tlf|whatsapp|n)$/i.test(word);
}

function cleanEdgeAfter(text: string, end: number): boolean {
  const after = text.slice(end, end + 6);
  if (/^[\d%_=@°]/.test(after) || /^[,.:]\d/.test(after)) return false;
  if (/^\s?(?:€|EUR|USD|GBP|kr\b|zł|Kč|km|kg|mg|cm|mm|ml|px|kb|mb|円|₽)/i.test(after)) return false;
  if (!/^\p{Script=Latin}/u.test(after)) return true;
  // The next label or a new sentence, glued by the markup: "623-3900Fax:", "282-3800Customer".
  return (
    /^(?:x\s?\.?\d|ext|fax|tel|phone|e-?mail|mob|cell|toll|or\b|and\b)/i.test(after) ||
    /^\p{Lu}\p{Ll}/u.test(after)
  );
}
