import { COUNTED_WORDS } from './counted-words.ts';
import type { DigitGroup } from './digit-runs.ts';
import { isLongEnough } from './trailing-hours.ts';

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
  return isLongEnough(groups.slice(0, -1)) ? none - 1 : none;
}

/** After a dash, slash or bullet with a space on both sides, or a bracket. */
function isApart({ before }: DigitGroup): boolean {
  return /[\s\ue000][–—‐‑‒−/•·-][\s\ue000]|\(/.test(before);
}
