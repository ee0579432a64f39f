import type { DigitGroup } from './digit-runs.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
const LABEL_CHARS = 30;
const MAX_DIGITS = 15;

/**
 * The groups of a number in reverse order, as someone wrote them on a right-to-left page: `2345-561-03`,
 * `4567 123 50 966+`. Null if they don't end like the start of a number, or the text before is left-to-right.
 */
export function reversedGroups(
  groups: readonly DigitGroup[],
  first: number,
  text: string,
): { groups: DigitGroup[]; end: number } | null {
  const { start } = groups[first]!;
  if (!RIGHT_TO_LEFT.test(text.slice(Math.max(0, start - LABEL_CHARS), start))) return null;
  const written: DigitGroup[] = [];
  let digits = 0;
  for (let i = first; i < groups.length && (i === first || /^[ -]$/.test(groups[i]!.before)); i += 1) {
    digits += groups[i]!.digits.length;
    written.push(groups[i]!);
  }
  const head = written.at(-1);
  if (!head || written.length < 2 || digits > MAX_DIGITS) return null;
  const plus = text[head.end] === '+';
  if (!plus && !head.digits.startsWith('0')) return null;
  const reversed = written.toReversed().map((group, index) => ({
    ...group,
    before: index === 0 ? '' : ' ',
    plus: plus && index === 0,
  }));
  return { groups: reversed, end: head.end + (plus ? 1 : 0) };
}
