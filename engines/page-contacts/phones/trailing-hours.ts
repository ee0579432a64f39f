import type { DigitGroup } from './digit-runs.ts';
import { separatorSign } from './non-phone-digits.ts';

/** Without a calling code. */
const MIN_DIGITS = 6;
const AFTER_CHARS = 24;
/** The rest of hours whose first digits end a run: `bis 17`. */
const TO_HOUR =
  /^[ \ue000]?(?:bis|to|till|til|do|až|à|a|alle|ke|sampai)[ \ue000]?\d{1,2}(?:[.:]\d\d)?(?!\d)/iu;
/** In countries where numbers have any length. Elsewhere, one with hours in it isn't valid. */
const HOUR_WORD =
  /^[ \ue000]?(?:(?:uhr|std|stunden|h|hrs?|hours?|heures?|ore|timmar|sati|ч|час(?:а|ов)?|wib|wita|wit)(?![\p{L}\d-]|\.\p{L})|時)/iu;

/**
 * The group with which hours after a number start, if they end its run: `030 23456789 / 9 - 17`, `0711 234567 (8.30-12 / 14-18)`. The
 * number of groups if none do. Hours that only a space or a dash parts from the number need a word for hours after them, because
 * `0711 2345-12 bis 14` are extensions.
 */
export function hoursStart(groups: readonly DigitGroup[], text: string): number {
  const none = groups.length;
  const { end } = groups[none - 1]!;
  const after = text.slice(end, end + AFTER_CHARS);
  const toHour = TO_HOUR.exec(after)?.[0] ?? '';
  const isSaid = HOUR_WORD.test(after.slice(toHour.length));
  let start = toHour === '' ? rangesStart(groups, none) : timeStart(groups, none);
  if (start < 0 && isSaid) {
    start = timeStart(groups, none);
    // In `041 522 34 12 ore 9-13`, 12 is the end of the number.
    if ((groups[start - 1]?.digits.length ?? 0) <= 2) return none;
  }
  if (start < 1 || !(isApart(groups[start]!) || (isSaid && /[\s\ue000]/.test(groups[start]!.before))))
    return none;
  return isLongEnough(groups.slice(0, start)) ? start : none;
}

/** Whether groups have the digits of a whole number, so that what comes after them isn't a part of it. */
export function isLongEnough(groups: readonly DigitGroup[]): boolean {
  const digits = groups.reduce((sum, group) => sum + group.digits.length, 0);
  const callingCode = groups[0]?.plus ? 2 : 0;
  return digits >= MIN_DIGITS + callingCode;
}

/** The first group of `9-12 / 14-18` before group `end`; -1 for none. */
function rangesStart(groups: readonly DigitGroup[], end: number): number {
  let start = rangeStart(groups, end);
  for (let earlier = start; earlier > 0; earlier = rangeStart(groups, start)) {
    start = earlier;
    if (!/^\/?$/.test(separatorSign(groups[start]))) break;
  }
  return start;
}

/** The first group of `9 - 17` or `8.30-12` before group `end`; -1 for none. */
function rangeStart(groups: readonly DigitGroup[], end: number): number {
  const to = timeStart(groups, end);
  const from = to > 0 && separatorSign(groups[to]) === '-' ? timeStart(groups, to) : -1;
  return from >= 0 && Number(groups[from]!.digits) < Number(groups[to]!.digits) ? from : -1;
}

/** The first group of `9` or `8.30` before group `end`; -1 for none. */
function timeStart(groups: readonly DigitGroup[], end: number): number {
  const last = groups[end - 1];
  if (last?.before === '.' && /^[0-5]\d$/.test(last.digits)) return isHour(groups[end - 2]) ? end - 2 : -1;
  return isHour(last) ? end - 1 : -1;
}

function isHour(group: DigitGroup | undefined): boolean {
  return group !== undefined && !group.plus && group.digits.length <= 2 && Number(group.digits) <= 24;
}

/** After a slash or bullet with a space, or a bracket. */
function isApart({ before }: DigitGroup): boolean {
  return /[\s\ue000][/•·]|[/•·][\s\ue000]|\(/.test(before);
}
