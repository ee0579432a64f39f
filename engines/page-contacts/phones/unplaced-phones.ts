import type { EvidenceSource } from '#contract/website.ts';
import type { Found, PageArea } from '../page-contacts.ts';
import type { DigitGroup } from './digit-runs.ts';
import { isTwoNumbers } from './number-groups.ts';
import { isPlaceholderNumber } from './phone-number.ts';
import type { Regions } from './phone-region.ts';

const MAX_UNPLACED = 20;
const MAX_WRITTEN_CHARS = 40;

/** A labeled number in national format on a page that doesn't tell its country. */
export interface UnplacedText {
  written: string;
  /** offset in the text */
  index: number;
}

/** From this weight of a region on, the page tells its country, and a number that is invalid there is none. */
const TOLD_WEIGHT = 5;
const MIN_DIGITS = 7;
const MAX_DIGITS = 13;
const ONE_NUMBER = /^[\s\ue000()./·–-]{1,3}$/;

/** Whether the page doesn't tell the country of its national numbers. */
export function isUnplaced(regions: Regions): boolean {
  return (regions[0]?.weight ?? 0) < TOLD_WEIGHT;
}

/** Whether digits have the length of a national number and aren't those of a template. */
export function mayBeUnplaced(digits: string): boolean {
  const national = digits.replace(/^0+/, '');
  return (
    digits.length >= MIN_DIGITS &&
    digits.length <= MAX_DIGITS &&
    !digits.startsWith('00') &&
    !isPlaceholderNumber(national)
  );
}

/** The groups of a number that starts with group `first`; none if they can't be one national number. */
export function unplacedGroups(groups: readonly DigitGroup[], first: number): readonly DigitGroup[] {
  const head = groups[first];
  if (!head || head.plus) return [];
  let end = first + 1;
  while (end < groups.length && !groups[end]!.plus && ONE_NUMBER.test(groups[end]!.before)) end += 1;
  const taken = groups.slice(first, end);
  const digits = taken.map((group) => group.digits).join('');
  return mayBeUnplaced(digits) && !isTwoNumbers(taken) ? taken : [];
}

/** Whether written digits are the national part of a number in E.164. */
export function isNationalPart(written: string, e164: string): boolean {
  const digits = written.replace(/\D/g, '').replace(/^0+/, '');
  return digits !== '' && e164.endsWith(digits);
}

/** The numbers of a page whose country it doesn't tell, distinct by their digits. */
export class UnplacedPhones {
  readonly #numbers = new Map<string, Found>();

  get empty(): boolean {
    return this.#numbers.size === 0;
  }

  add(text: string, source: EvidenceSource, area: PageArea): void {
    const value = text.replace(/\s+/g, ' ').slice(0, MAX_WRITTEN_CHARS);
    const digits = value.replace(/\D/g, '');
    const known = this.#numbers.get(digits);
    if (known) known.count += 1;
    else if (this.#numbers.size < MAX_UNPLACED)
      this.#numbers.set(digits, { value, written: value, source, area, count: 1 });
  }

  /** Those that aren't written in E.164 elsewhere. */
  without(e164: readonly string[]): Found[] {
    return [...this.#numbers.values()].filter(
      ({ value }) => !e164.some((number) => isNationalPart(value, number)),
    );
  }
}
