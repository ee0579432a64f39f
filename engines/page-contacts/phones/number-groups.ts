import type { DigitGroup } from './digit-runs.ts';

/** An account or register number includes all following digit groups. */
export function groupsOfOther(groups: readonly DigitGroup[], first: number): number {
  let end = first + 1;
  while (end < groups.length && !/[+(]/.test(groups[end]!.before)) end += 1;
  return end - first;
}

/**
 * Whether a dash, slash or dot with spaces separates two numbers: "030 123456 - 0170 1234567", or a slash the
 * last digits of a second one: "044-2270 6800 / 6868".
 */
export function isTwoNumbers(groups: readonly DigitGroup[]): boolean {
  let left = groups[0]!.digits.length;
  for (let i = 1; i < groups.length; i += 1) {
    const { before } = groups[i]!;
    const right = groups.slice(i).reduce((sum, group) => sum + group.digits.length, 0);
    if (left >= 9 && right >= 5 && /\s[-–—/]\s?|\s?[–—/]\s/.test(before)) return true;
    if (left >= 9 && right >= 2 && before.includes('/')) return true;
    if (left >= 6 && /\s[•·]|[•·]\s/.test(before)) return true;
    left += groups[i]!.digits.length;
  }
  return false;
}

/** Most digits that may follow a number without being a part of it: hours, a count. */
const MAX_LEFT_DIGITS = 2;

/**
 * The groups after group `last` that continue the same digits with a plain space, if the number also has spaces.
 * None if they are few, if a sign, seam or bracket parts them, or if they are marked as a date.
 */
export function leftoverGroups(
  groups: readonly DigitGroup[],
  last: number,
  marks: readonly boolean[] | null,
): readonly DigitGroup[] {
  let end = last + 1;
  while (end < groups.length && groups[end]!.before === ' ' && !marks?.[end]) end += 1;
  const left = groups.slice(last + 1, end);
  const digits = left.reduce((sum, group) => sum + group.digits.length, 0);
  const isSpaced = groups[last]!.before === ' ' && !/[()]/.test(groups[last - 1]?.before ?? '');
  return isSpaced && digits > MAX_LEFT_DIGITS ? left : [];
}

/** Possible lengths of the subscriber part: the digits after each gap. */
export function subscriberLengths(written: string): ReadonlySet<number> {
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
export function numberStart(text: string, head: DigitGroup): number {
  let start = head.start;
  while (start > 0 && head.start - start < 3 && /[+(]/.test(text[start - 1]!)) start -= 1;
  return start;
}

/**
 * Whether a number may start within a run after digits that aren't a number: after a plus, bracket, slash or
 * seam, or after a space if its own digits are joined by dashes or dots ("68102 402-342-1234").
 */
export function startsNewNumber(groups: readonly DigitGroup[], index: number): boolean {
  const gap = groups[index]!.before;
  if (/[+(/\ue000•]/.test(gap) || /\s[-–—·]\s/.test(gap)) return true;
  const next = groups[index + 1]?.before;
  return /\s/.test(gap) && next !== undefined && !/\s/.test(next);
}

/** Removes the trunk zero in `+44 (0)20` and `+49 0 30`. In Italy, the zero is part of the number. */
export function withoutTrunkZero(groups: readonly DigitGroup[]): string {
  let digits = '';
  for (const group of groups) {
    const isTrunk =
      digits.length >= 1 &&
      digits.length <= 5 &&
      !/^(?:00|011)?39/.test(digits) &&
      group.digits.startsWith('0');
    if (isTrunk && (group.digits === '0' || group.before.includes('('))) digits += group.digits.slice(1);
    else digits += group.digits;
  }
  return digits;
}
