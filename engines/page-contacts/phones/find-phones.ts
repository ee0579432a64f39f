import type { PhoneNumber } from 'libphonenumber-js/max';
import { withoutMarks } from '../html/page-source.ts';
import { type CountryContext, DigitReader } from './digit-reader.ts';
import type { DigitGroup, DigitRun } from './digit-runs.ts';
import { directDials } from './direct-dial.ts';
import { nextNumber, withExtension } from './enumeration.ts';
import { localNumbers } from './local-numbers.ts';
import { mayBeNational } from './national-number.ts';
import { nonPhoneGroups } from './non-phone-digits.ts';
import {
  groupsOfOther,
  isTwoNumbers,
  leftoverGroups,
  numberStart,
  startsNewNumber,
} from './number-groups.ts';
import { isUnitNumber, labelAfter, labelBefore, type PhoneLabel } from './phone-label.ts';
import { cleanAfter, cleanBefore, isDateOrCount, isDecimal } from './phone-shape.ts';
import { reversedGroups } from './reversed-groups.ts';
import { joinsNumbers, MAX_BETWEEN, withSharedAreaCode } from './shared-area-code.ts';
import type { TextPhone } from './text-phone.ts';
import { countStart } from './trailing-count.ts';
import { hoursStart } from './trailing-hours.ts';
import { isUnplaced, type UnplacedText, unplacedGroups } from './unplaced-phones.ts';
import { findAustralianVanityNumbers, findVanityNumbers, type VanityNumber } from './vanity-number.ts';

const MAX_DIGITS = 17;
const MIN_NUMBER_DIGITS = 6;
const MAX_PARSES = 3000;
/** Runs at the end of the page, usually the footer, which are read even if the page has too many before. */
const LAST_RUNS = 200;
const MAX_CONTINUED = 6;
const MAX_UNPLACED_TRIES = 200;
/**
 * Between two numbers with one label: `Fax: A / B`, `Tel: A, B`, `Cell. A (Anna) - B (Marco)`. Each end of it is short, so that
 * trying takes few steps.
 */
const JOINS_LABEL =
  /^[ ,;/|&+·•.-]{0,4}(?:\([^()\d\n]{1,25}\))?[ ,;/|&+()·•.–-]{0,6}(?:and|or|und|oder|et|ou|y|o|e|en)?[ ,;/|&+()·•.–-]{0,6}$/;
const MAX_JOIN_CHARS = 42;

/** The numbers of a text, and those whose country the page doesn't tell. */
export interface TextPhones {
  phones: TextPhone[];
  unplaced: UnplacedText[];
}

/**
 * Finds numbers among the digit runs of visible text. A labeled number must be valid; an unlabeled one must also be formatted like
 * the numbers of its region.
 */
export function findPhones(
  text: string,
  runs: readonly DigitRun[],
  countryContext: () => CountryContext,
  expired: () => boolean = () => false,
): TextPhones {
  return new PhoneSearch(text, countryContext, expired).find(runs);
}

class PhoneSearch {
  readonly #text: string;
  readonly #digits: DigitReader;
  readonly #expired: () => boolean;
  readonly #found: TextPhone[] = [];
  readonly #unplaced: UnplacedText[] = [];
  #unplacedTries = 0;
  #lastLabel: PhoneLabel = null;
  /** end of the last number and its label */
  #from = 0;

  constructor(text: string, loadContext: () => CountryContext, expired: () => boolean) {
    this.#text = text;
    this.#digits = new DigitReader(text, loadContext);
    this.#expired = expired;
  }

  find(allRuns: readonly DigitRun[]): TextPhones {
    const vanities = this.#vanityNumbers().map((vanity) => ({
      ...vanity,
      written: withoutMarks(this.#text.slice(vanity.index, vanity.end)),
      label: labelBefore(this.#text, vanity.index, 0),
    }));
    const runs = allRuns.filter(
      (run) => !vanities.some((vanity) => run.start < vanity.end && run.end > vanity.index),
    );
    this.#digits.firstDigits = runs.find((run) => run.digits >= 7)?.start ?? 0;
    const first = Math.max(0, runs.length - LAST_RUNS);
    this.#readRuns(runs.slice(0, first), MAX_PARSES);
    this.#readRuns(runs.slice(first), this.#digits.parses + MAX_PARSES);
    const direct = directDials(this.#text, this.#found);
    const whole = this.#found.filter((phone) => !direct.beginnings.has(phone));
    const local = localNumbers(this.#text, [...vanities, ...this.#found], () => this.#digits.regions);
    return { phones: [...vanities, ...whole, ...direct.phones, ...local], unplaced: this.#unplaced };
  }

  #readRuns(runs: readonly DigitRun[], maxParses: number): void {
    for (const run of runs) {
      if (this.#digits.parses > maxParses || this.#expired()) break;
      this.#readRun(run);
    }
  }

  #vanityNumbers(): VanityNumber[] {
    const australian = findAustralianVanityNumbers(this.#text);
    if (australian.length === 0) return findVanityNumbers(this.#text);
    return this.#digits.regions[0]?.region === 'AU' ? australian : findVanityNumbers(this.#text);
  }

  #readRun(run: DigitRun): void {
    const end = Math.min(hoursStart(run.groups, this.#text), countStart(run.groups, this.#text));
    const groups = run.groups.slice(0, end);
    const before = this.#text.slice(Math.max(0, run.start - 12), run.start);
    // "10.1007/978-3-642-28108-2": a DOI
    if (/^10\.\d{4,9}\//.test(this.#text.slice(run.start, run.start + 14))) return;
    const marks = nonPhoneGroups(groups, before);
    let clean = true;
    for (let i = 0; i < groups.length; ) {
      const group = groups[i]!;
      if (marks?.[i] || group.start < this.#from) {
        i += 1;
        clean = true;
        continue;
      }
      const taken: number = clean || startsNewNumber(groups, i) ? this.#readNumber(groups, i, marks) : 0;
      clean = taken > 0;
      i += Math.max(1, taken);
    }
  }

  /**
   * Reads a number that starts with group `first`. Returns the number of groups it has, or of those that can't
   * be a number, 0 for none.
   */
  #readNumber(groups: readonly DigitGroup[], first: number, marks: readonly boolean[] | null): number {
    const start = numberStart(this.#text, groups[first]!);
    if (!cleanBefore(this.#text, start)) return 0;
    // In "Suite 1200 212-563-1234", only the first digits are those of the suite.
    if (isUnitNumber(this.#text, start))
      return groups.length > first + 1 && startsNewNumber(groups, first + 1)
        ? 1
        : groupsOfOther(groups, first);
    let last = first;
    let digits = groups[first]!.digits.length;
    while (last + 1 < groups.length && digits + groups[last + 1]!.digits.length <= MAX_DIGITS) {
      if (groups[last + 1]!.plus || marks?.[last + 1]) break;
      last += 1;
      digits += groups[last]!.digits.length;
    }
    let label: PhoneLabel | undefined;
    for (; last >= first && digits >= MIN_NUMBER_DIGITS; last -= 1) {
      const taken = groups.slice(first, last + 1);
      const end = groups[last]!.end;
      if (this.#mayBeNumber(taken, digits, last < groups.length - 1, start, end)) {
        label ??= this.#label(start);
        if (label === 'other') return groupsOfOther(groups, first);
        const isFraction = label === null && isDecimal(taken, this.#text.slice(start, end));
        const number = isFraction ? null : this.#digits.read(taken, start, end, label);
        // The first digits of a number whose country is unclear would be another wrong number.
        if (number === 'ambiguous') {
          this.#keepUnplaced(taken, start, label);
          return last - first + 1;
        }
        if (number) {
          const cut = label === null ? this.#digitsLeft(groups, last, marks) : 0;
          if (cut > 0) return last - first + 1 + cut;
          const shorter = this.#withoutRange(taken, start, label);
          this.#add(shorter?.number ?? number, start, shorter?.end ?? end, label);
          return last - first + 1;
        }
      }
      digits -= groups[last]!.digits.length;
    }
    const reversed = this.#readReversed(groups, first, start, label);
    if (reversed > 0) return reversed;
    const continued = this.#continueLast(groups, first, start, label);
    return continued > 0 ? continued : this.#unplacedFrom(groups, first, start, label);
  }

  /** Reads a labeled number whose groups are in reverse order. Returns how many it has, 0 for none. */
  #readReversed(
    groups: readonly DigitGroup[],
    first: number,
    start: number,
    known: PhoneLabel | undefined,
  ): number {
    const reversed = reversedGroups(groups, first, this.#text);
    const label = reversed && known === undefined ? this.#label(start) : (known ?? null);
    if (!reversed || label === null || label === 'other') return 0;
    const number = this.#digits.read(reversed.groups, start, reversed.end, label);
    if (!number || number === 'ambiguous') return 0;
    this.#add(number, start, reversed.end, label);
    return reversed.groups.length;
  }

  /**
   * How many groups follow an unlabeled number that ends with group `last` and are no number of their own: more
   * digits of an amount, a card or a chip. 0 if the number may end there.
   */
  #digitsLeft(groups: readonly DigitGroup[], last: number, marks: readonly boolean[] | null): number {
    const left = leftoverGroups(groups, last, marks);
    if (left.length === 0) return 0;
    const [head] = left;
    const isNumber = this.#digits.read(left, head!.start, left.at(-1)!.end, null) !== null;
    return isNumber ? 0 : left.length;
  }

  /** Keeps a labeled number as it is written if the page doesn't tell its country. Returns its groups. */
  #unplacedFrom(
    groups: readonly DigitGroup[],
    first: number,
    start: number,
    known: PhoneLabel | undefined,
  ): number {
    const taken = unplacedGroups(groups, first);
    if (taken.length === 0 || this.#unplacedTries >= MAX_UNPLACED_TRIES) return 0;
    const end = taken.at(-1)!.end;
    const written = this.#text.slice(start, end);
    if (isDateOrCount(taken, written) || isDecimal(taken, written) || !cleanAfter(this.#text, end)) return 0;
    this.#unplacedTries += 1;
    const label = known === undefined ? this.#label(start) : known;
    if (!isUnplaced(this.#digits.regions)) return 0;
    return this.#keepUnplaced(taken, start, label) ? taken.length : 0;
  }

  #keepUnplaced(groups: readonly DigitGroup[], start: number, label: PhoneLabel): boolean {
    if (label !== 'phone' && label !== 'both') return false;
    const end = groups.at(-1)!.end;
    const written = withoutMarks(this.#text.slice(start, end)).trim();
    this.#unplaced.push({ written, index: start });
    this.#from = end;
    return true;
  }

  /** The first number of `23970072-79`, if the country writes no extensions like that, or of `2345670 - 79`. */
  #withoutRange(
    groups: readonly DigitGroup[],
    start: number,
    label: PhoneLabel,
  ): { number: PhoneNumber; end: number } | null {
    const tail = groups.at(-1)!;
    if (groups.length < 2 || !/^[ \ue000]?[-–][ \ue000]?$/.test(tail.before) || tail.digits.length > 3)
      return null;
    const { end } = groups.at(-2)!;
    const number = this.#digits.read(groups.slice(0, -1), start, end, label);
    return number && number !== 'ambiguous' && nextNumber(this.#text, end, number) ? { number, end } : null;
  }

  /** Checks the shape only, which is much cheaper than the label, the region and the metadata. */
  #mayBeNumber(
    groups: readonly DigitGroup[],
    digits: number,
    isInner: boolean,
    start: number,
    end: number,
  ): boolean {
    const [head] = groups;
    const international = head!.plus || head!.digits.startsWith('00') || head!.digits.startsWith('011');
    if (!head!.plus && isDateOrCount(groups, this.#text.slice(start, end))) return false;
    if (!(isInner || cleanAfter(this.#text, end)) || isTwoNumbers(groups)) return false;
    // The regions come last: finding them reads the whole page.
    return international || mayBeNational(digits, this.#digits.regions);
  }

  /** Reads a second number that shares the area code of the first: "022-28327788 / 28327799", "07152 234567, Fax 234568". */
  #continueLast(
    groups: readonly DigitGroup[],
    first: number,
    start: number,
    known: PhoneLabel | undefined,
  ): number {
    const last = this.#found.at(-1);
    if (!last || start - last.end > MAX_BETWEEN) return 0;
    const label = known === undefined ? this.#label(start) : known;
    const isLabeled = label !== null && label !== 'other';
    if (!joinsNumbers(this.#text.slice(last.end, start), label === this.#lastLabel, isLabeled)) return 0;
    this.#digits.parses += 1;
    const next = withSharedAreaCode(groups, first, last);
    if (!next) return 0;
    this.#add(next.number, start, groups[next.end - 1]!.end, label, last.index);
    return next.end - first;
  }

  #label(start: number): PhoneLabel {
    const from = this.#from;
    const own = labelBefore(this.#text, start, from);
    if (own || from === 0) return own;
    const between = withoutMarks(this.#text.slice(from, start));
    return between.length <= MAX_JOIN_CHARS && JOINS_LABEL.test(between) ? this.#lastLabel : null;
  }

  /** `writtenFrom`: where the text starts that a continued number needs, its first number. */
  #add(number: PhoneNumber, start: number, end: number, label: PhoneLabel, writtenFrom = start): void {
    const suffix = labelAfter(this.#text, end);
    // In "(p) A (f) B", the suffix of a labeled number labels the next one.
    const next = suffix ? this.#text.slice(end + suffix.length, end + suffix.length + 6) : '';
    const after = label && /^[ :.]*[+(]?\d/.test(next) ? null : suffix;
    // "Fax: 555-1234 (office)" stays a fax.
    const final = label === 'fax' ? label : (after?.label ?? label);
    const extended = after ? null : withExtension(this.#text, end, number);
    let { number: last, end: index } = extended ?? { number, end };
    this.#push(last, start, index, final, writtenFrom);
    this.#from = index + (after?.length ?? 0);
    this.#lastLabel = final;
    if (after) return;
    for (let count = 0; count < MAX_CONTINUED; count += 1) {
      const continued = nextNumber(this.#text, index, last);
      if (!continued) break;
      this.#digits.parses += 1;
      ({ number: last, end: index } = continued);
      this.#push(last, start, index, final, writtenFrom);
      this.#from = index;
    }
  }

  #push(number: PhoneNumber, index: number, end: number, label: PhoneLabel, writtenFrom: number): void {
    const written = withoutMarks(this.#text.slice(writtenFrom, end));
    this.#found.push({ number, written, label, index, end });
  }
}
