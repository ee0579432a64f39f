import { COUNTED_WORDS } from './counted-words.ts';
import type { DigitGroup } from './digit-runs.ts';

const MIN_DIGITS_BEFORE = 6;
const MAX_COUNT_DIGITS = 4;
const AFTER_CHARS = 24;
const COUNTED_AFTER = new RegExp(String.raw`^[ \ue000]?(?:${COUNTED_WORDS})(?![\p{L}\d-])`, 'iu');

/**
 * The group that counts something after a number, if it ends the run: `089 2345610 - 19 Filialen`, `0761 23456 (3 Standorte)`. The
 * number of groups if none does. `2345610-19` is a range or an extension.
 */
export function countStart(groups: readonly DigitGroup[], text: string): number {
  const none = groups.length;
  const last = groups[none - 1]!;
  if (none < 2 || last.plus || last.digits.length > MAX_COUNT_DIGITS || !isApart(last)) return none;
  if (!COUNTED_AFTER.test(text.slice(last.end, last.end + AFTER_CHARS))) return none;
  const before = groups.slice(0, -1).reduce((sum, { digits }) => sum + digits.length, 0);
  const callingCode = groups[0]!.plus ? 2 : 0;
  return before < MIN_DIGITS_BEFORE + callingCode ? none : none - 1;
}

/** After a dash, slash or bullet with a space on both sides, or a bracket. */
function isApart({ before }: DigitGroup): boolean {
  return /[\s\ue000][–—‐‑‒−/•·-][\s\ue000]|\(/.test(before);
}
