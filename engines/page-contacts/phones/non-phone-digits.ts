import type { DigitGroup } from './digit-runs.ts';

/** A date, time or list: the index after its last group. */
type Reader = (groups: readonly DigitGroup[], index: number) => number;

/**
 * Marks the groups of a run that are dates, times, years, shoe sizes, page numbers or ZIP+4 codes. No label
 * makes a phone number of them. `before`: the text before the run.
 */
export function nonPhoneGroups(groups: readonly DigitGroup[], before: string): boolean[] | null {
  let marks: boolean[] | null = null;
  for (let index = 0; index < groups.length - 1; ) {
    let end = 0;
    if (index === 0 && isZipPlusFour(groups, before)) end = 2;
    else if (mayStart(groups, index, marks))
      end = read(groups, index, index === 0 || (marks?.[index - 1] ?? false));
    if (end <= index) {
      index += 1;
      continue;
    }
    marks ??= groups.map(() => false);
    marks.fill(true, index, end);
    index = end;
  }
  return marks;
}

/** Lists and opening hours only at the start: "+33 6 07 08 09 10" is a number. */
function read(groups: readonly DigitGroup[], index: number, isStart: boolean): number {
  for (const reader of isStart && groups.length - index >= MIN_LIST ? ALL : DATES) {
    const end = reader(groups, index);
    if (end > 0) return end;
  }
  return 0;
}

/** A date starts the run, follows another date, or follows a space. */
function mayStart(groups: readonly DigitGroup[], index: number, marks: readonly boolean[] | null): boolean {
  const group = groups[index]!;
  if (group.plus || group.digits.length > MAX_CODE_DIGITS) return false;
  return index === 0 || (marks?.[index - 1] ?? false) || /[\s\ue000(]/.test(group.before);
}

const MAX_CODE_DIGITS = 6;

function isYear(digits: string): boolean {
  return /^(?:19[0-9]|20[0-6])\d$/.test(digits);
}

function isBetween(digits: string, least: number, most: number): boolean {
  return digits.length <= 2 && Number(digits) >= least && Number(digits) <= most;
}

/** The separator without spaces: `.`, `-`, `/` or another sign. */
export function separatorSign(group: DigitGroup | undefined): string {
  return (
    group?.before
      .replaceAll('\ue000', '')
      .trim()
      .replace(/[–—‐‑‒−]/, '-') ?? ''
  );
}

/** Whether a date or time may end before group `at`: the digits don't continue without a space. */
function endsBefore(groups: readonly DigitGroup[], index: number): boolean {
  const next = groups[index];
  return !next || /[\s\ue000(]/.test(next.before) || /^[-/]$/.test(separatorSign(next));
}

/** `01.02.2014`, `2014-02-01`, `1. 2. 2014`, `01/02/14`. */
const fullDate: Reader = (groups, index) => {
  const [a, b, c] = [groups[index], groups[index + 1], groups[index + 2]];
  if (!a || !b || !c || !endsBefore(groups, index + 3)) return 0;
  const separator = separatorSign(b);
  if (!/^[./-]$/.test(separator) || separatorSign(c) !== separator) return 0;
  if (isYear(a.digits)) return isBetween(b.digits, 1, 12) && isBetween(c.digits, 1, 31) ? index + 3 : 0;
  const day = isBetween(a.digits, 1, 31) && isBetween(b.digits, 1, 31);
  if (!day || (Number(a.digits) > 12 && Number(b.digits) > 12)) return 0;
  if (isYear(c.digits)) return index + 3;
  // With a year of two digits, only alone or as a range: "010 20.12.10" may be a phone number.
  const alone = index === 0 || isRangeSign(groups[index]);
  const tight = b.before.length === 1 && c.before.length === 1;
  return alone && tight && c.digits.length === 2 && !isSpacedPart(groups, index + 3) ? index + 3 : 0;
};

function isRangeSign(group: DigitGroup | undefined): boolean {
  return /^[-/]$/.test(separatorSign(group));
}

/** Whether the number may continue after a plain space: "20.12.10 21". */
function isSpacedPart(groups: readonly DigitGroup[], index: number): boolean {
  const next = groups[index];
  return next !== undefined && separatorSign(next) === '' && next.digits.length <= 3;
}

/** `03/2019`, `03.2019 - 05.2021`. */
const monthAndYear: Reader = (groups, index) => {
  const [a, b] = [groups[index], groups[index + 1]];
  if (!a || !b || !isBetween(a.digits, 1, 12) || !isYear(b.digits)) return 0;
  if (!/^[./-]$/.test(separatorSign(b)) || !endsBefore(groups, index + 2)) return 0;
  const next = groups[index + 2];
  // "01/2012 345" is a number in Vienna.
  return next && separatorSign(next) === '' ? 0 : index + 2;
};

/** `2014-2018`, `2014/15`. */
const years: Reader = (groups, index) => {
  const [a, b] = [groups[index], groups[index + 1]];
  if (!a || !b || !isYear(a.digits) || !isRangeSign(b) || !endsBefore(groups, index + 2)) return 0;
  if (isYear(b.digits)) return b.digits >= a.digits ? index + 2 : 0;
  return b.digits.length === 2 &&
    Number(b.digits) === (Number(a.digits) + 1) % 100 &&
    index + 2 >= groups.length
    ? index + 2
    : 0;
};

/** `09.00 - 18.00`, `8.30-12.00`, `09.00 17.30`. */
const hours: Reader = (groups, index) => {
  let end = index;
  let ranges = 0;
  let rounded = true;
  while (isTime(groups, end) && (end === index || /^[-/]?$/.test(separatorSign(groups[end])))) {
    if (end > index && separatorSign(groups[end]) === '-') ranges += 1;
    if (!/^(?:00|15|30|45)$/.test(groups[end + 1]!.digits)) rounded = false;
    end += 2;
  }
  const times = (end - index) / 2;
  if (times < 2 || !endsBefore(groups, end)) return 0;
  return ranges > 0 || rounded ? end : 0;
};

function isTime(groups: readonly DigitGroup[], index: number): boolean {
  const [hour, minute] = [groups[index], groups[index + 1]];
  if (!hour || !minute || minute.digits.length !== 2 || minute.before !== '.') return false;
  return isBetween(hour.digits, 0, 24) && isBetween(minute.digits, 0, 59);
}

/** `0900 - 1730`, `0800-1200 1300-1700`. */
const compactHours: Reader = (groups, index) => {
  const [a, b] = [groups[index], groups[index + 1]];
  if (!a || !b || separatorSign(b) !== '-' || !/^[01]\d[0-5][05]$/.test(a.digits)) return 0;
  if (!/^(?:[01]\d|2[0-4])[0-5][05]$/.test(b.digits) || b.digits <= a.digits) return 0;
  return endsBefore(groups, index + 2) ? index + 2 : 0;
};

/** `8-12 13-17`. */
const hourRanges: Reader = (groups, index) => {
  let end = index;
  while (
    groups[end] &&
    isBetween(groups[end]!.digits, 0, 24) &&
    groups[end + 1] &&
    isBetween(groups[end + 1]!.digits, 0, 24) &&
    separatorSign(groups[end + 1]) === '-' &&
    Number(groups[end]!.digits) < Number(groups[end + 1]!.digits) &&
    (end === index || /^[/]?$/.test(separatorSign(groups[end])))
  )
    end += 2;
  return end - index >= 4 && endsBefore(groups, end) ? end : 0;
};

const MIN_LIST = 4;
const MIN_SPACED_LIST = 5;

/** `36 / 37 / 38 / 39`, `1 2 3 4 5 6`, `10 | 20 | 30 | 40`: short numbers with the same step. */
const list: Reader = (groups, index) => {
  const step = Number(groups[index + 1]?.digits) - Number(groups[index]?.digits);
  const separator = groups[index + 1]?.before;
  let end = index + 1;
  while (
    step > 0 &&
    groups[end] &&
    groups[end]!.digits.length <= 3 &&
    groups[end]!.before === separator &&
    Number(groups[end]!.digits) - Number(groups[end - 1]!.digits) === step
  )
    end += 1;
  if (groups[index]!.digits.length > 3) return 0;
  const isSpaced = separatorSign(groups[index + 1]) === '';
  // "06 07 08 09 10" is a French number.
  if (isSpaced && groups[index]!.digits.startsWith('0')) return 0;
  const needed = isSpaced ? MIN_SPACED_LIST : MIN_LIST;
  return end - index >= needed && endsBefore(groups, end) ? end : 0;
};

/** `S 36 / 38 / 40 / 44`: at least four short numbers between spaced slashes, not all with the same step. */
const slashedList: Reader = (groups, index) => {
  let end = index + 1;
  while (
    groups[end] &&
    groups[end]!.before === ' / ' &&
    groups[end]!.digits.length <= 3 &&
    Number(groups[end]!.digits) > Number(groups[end - 1]!.digits)
  )
    end += 1;
  return groups[index]!.digits.length <= 3 && end - index >= MIN_LIST ? end : 0;
};

const MIN_DAYS = 3;

/** `01.02 08.02 15.02`: at least three dates without a year, each later than the one before. */
const dayList: Reader = (groups, index) => {
  let end = index;
  let last = '';
  while (isDay(groups, end) && (end === index || groups[end]!.before === ' ')) {
    const day = groups[end + 1]!.digits + groups[end]!.digits;
    if (day <= last) break;
    last = day;
    end += 2;
  }
  return (end - index) / 2 >= MIN_DAYS && endsBefore(groups, end) ? end : 0;
};

function isDay(groups: readonly DigitGroup[], index: number, sign = '.'): boolean {
  const [day, month] = [groups[index], groups[index + 1]];
  if (day?.digits.length !== 2 || month?.digits.length !== 2 || month.before !== sign) return false;
  return isBetween(day.digits, 1, 31) && isBetween(month.digits, 1, 12);
}

/** `03.04.-07.04.2024`, `29/03–01/04/2024`: from one day to another. */
const dayRange: Reader = (groups, index) => {
  const sign = groups[index + 1]?.before === '/' ? '/' : '.';
  if (!isDay(groups, index, sign) || !isDay(groups, index + 2, sign)) return 0;
  if (!/^\.? ?[-–] ?$/.test(groups[index + 2]!.before)) return 0;
  const year = groups[index + 4];
  return year?.before === sign && isYear(year.digits) && endsBefore(groups, index + 5) ? index + 5 : 0;
};

/** `06/07/24 08/09/24`: at least two dates with the same year of two digits. */
const shortDates: Reader = (groups, index) => {
  let end = index;
  while (isShortDate(groups, end) && groups[end + 2]!.digits === groups[index + 2]!.digits) end += 3;
  return end - index >= 6 && endsBefore(groups, end) ? end : 0;
};

/** A date that isn't joined to the digits before it: `06/07/24`, `06.07.24`. */
function isShortDate(groups: readonly DigitGroup[], index: number): boolean {
  const [a, b, year] = [groups[index], groups[index + 1], groups[index + 2]];
  if (!a || !b || year?.digits.length !== 2 || !/^ ?$/.test(a.before)) return false;
  return (
    /^[./]$/.test(b.before) &&
    year.before === b.before &&
    isBetween(a.digits, 1, 31) &&
    isBetween(b.digits, 1, 31)
  );
}

/** `212 (563) 1234-1239`: a volume, an issue and pages. Phone numbers have their bracket first. */
const volumeIssueAndPages: Reader = (groups, index) => {
  const [volume, issue, from, to] = groups.slice(index, index + 4);
  if (!volume || !issue || !from || !to || volume.digits.length > 4 || volume.digits.startsWith('0'))
    return 0;
  if (!/^ ?\($/.test(issue.before) || !/^\) ?$/.test(from.before) || !/^[-–]$/.test(to.before)) return 0;
  return from.digits.length === to.digits.length && isCloseAfter(from.digits, to.digits) ? index + 4 : 0;
};

/** `040123 - 040999`: the first and last of many codes, which start with the same digits. */
const codeRange: Reader = (groups, index) => {
  const [from, to] = [groups[index], groups[index + 1]];
  if (!from || !to || from.before !== '' || !/^ ?[-–] ?$/.test(to.before) || !/^\d{5,6}$/.test(from.digits))
    return 0;
  if (from.digits.length !== to.digits.length || !isCloseAfter(from.digits, to.digits)) return 0;
  return from.digits.slice(0, 2) === to.digits.slice(0, 2) && endsBefore(groups, index + 2) ? index + 2 : 0;
};

const MAX_SPAN = 1000;

function isCloseAfter(from: string, to: string): boolean {
  return Number(to) > Number(from) && Number(to) - Number(from) < MAX_SPAN;
}

/** `89 (2012) 1201-1215`: a volume, its year and pages. */
const volumeAndPages: Reader = (groups, index) => {
  const [volume, year, from, to] = groups.slice(index, index + 4);
  if (!volume || !year || !from || !to || !isYear(year.digits)) return 0;
  if (year.before !== ' (' || !/^\) ?$/.test(from.before) || !/^[-–]$/.test(to.before)) return 0;
  return from.digits.length <= 5 && from.digits.length === to.digits.length && to.digits > from.digits
    ? index + 4
    : 0;
};

/** `2019 (212) 2018 (563)`, `2019 (212) 563 2018 (1234)`: the years of an archive, each with a count. */
const archive: Reader = (groups, index) => {
  let years = 0;
  for (let i = index; i + 1 < groups.length; i += 1)
    if (isYear(groups[i]!.digits) && / ?\($/.test(groups[i + 1]!.before)) years += 1;
  return years >= 2 && isYear(groups[index]!.digits) ? groups.length : 0;
};

/** Two groups, so that they are read in shorter runs, too. */
const DATES: readonly Reader[] = [codeRange, fullDate, monthAndYear, years, compactHours];
const ALL: readonly Reader[] = [
  ...DATES,
  hours,
  hourRanges,
  list,
  slashedList,
  dayList,
  dayRange,
  shortDates,
  volumeAndPages,
  volumeIssueAndPages,
  archive,
];

/** `OR 97205-1134` after a state code or a city. */
function isZipPlusFour(groups: readonly DigitGroup[], before: string): boolean {
  const [zip, four] = groups;
  if (zip?.digits.length !== 5 || four?.digits.length !== 4 || !/^[-–]$/.test(four.before)) return false;
  return /(?:\b[A-Z]{2}\b|\b[A-Z]\.[A-Z]\.|\p{L}{3},?)[\s\ue000.,]{1,3}$/u.test(before);
}
