/** A group of digits in a run. */
export interface DigitGroup {
  digits: string;
  start: number;
  end: number;
  /** separator from the previous group; '' for the first */
  before: string;
  /** directly preceded by a plus, apart from an opening bracket */
  plus: boolean;
}

/** Digit groups with separators of a phone number: spaces, dashes, dots, slashes, brackets. */
export interface DigitRun {
  groups: DigitGroup[];
  start: number;
  end: number;
  digits: number;
}

/** Kept from the start of the text, where the most important contacts are, and from its end, the footer. */
const MAX_RUNS = 2500;
const MAX_LAST_RUNS = 1000;
const MAX_GROUPS = 60;
const MAX_GAP_CHARS = 5;
/** Number of runs between two budget checks. */
const RUNS_PER_CHECK = 256;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/**
 * Space, seam, brackets, plus, dash, dot, slash, middle dot, Unicode dashes, and the Japanese long-vowel
 * mark.
 */
function isSeparator(code: number): boolean {
  switch (code) {
    case 32:
    case 0xe000:
    case 40:
    case 41:
    case 91:
    case 93:
    case 43:
    case 45:
    case 46:
    case 47:
    case 0xb7:
    case 0x2212:
    case 0x30fc:
    case 0xff70:
    case 0x2022:
      return true;
    default:
      return code >= 0x2010 && code <= 0x2015;
  }
}

/** The first six digits of a run. Prices, dates and counts have fewer. A regular expression scans fastest. */
const RUN_START = /(?<!\d)\d(?:[ \ue000()[\]+\-./\u00b7\u2212\u30fc\uff70\u2022\u2010-\u2015]{0,5}\d){5}/g;

/**
 * Finds the runs with enough digits for a phone number. If there are too many, returns the first and the last
 * ones. Linear in the text length.
 */
export function digitRuns(text: string, expired: () => boolean): DigitRun[] {
  const runs: DigitRun[] = [];
  let last: DigitRun[] = [];
  let read = 0;
  RUN_START.lastIndex = 0;
  for (let match = RUN_START.exec(text); match; match = RUN_START.exec(text)) {
    read += 1;
    if (read % RUNS_PER_CHECK === 0 && expired()) break;
    const run = readRun(text, match.index);
    if (runs.length < MAX_RUNS) runs.push(run);
    else last.push(run);
    if (last.length >= 2 * MAX_LAST_RUNS) last = last.slice(-MAX_LAST_RUNS);
    RUN_START.lastIndex = Math.max(run.end, match.index + 1);
  }
  return runs.concat(last.slice(-MAX_LAST_RUNS));
}

function readRun(text: string, start: number): DigitRun {
  const groups: DigitGroup[] = [];
  let count = 0;
  let gapFrom = plusStart(text, start);
  let index = start;
  while (groups.length < MAX_GROUPS) {
    let end = index;
    while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
    const gap = text.slice(gapFrom, index);
    const isFirst = groups.length === 0;
    groups.push({
      digits: text.slice(index, Math.min(end, index + 40)),
      start: index,
      end,
      before: isFirst ? '' : gap,
      // In "18+ 0800 123 456", the plus belongs to the number before it.
      plus: isFirst ? gap !== '' : /(?:\+\(?|[^+]\+[( \ue000]*)$/.test(gap),
    });
    count += end - index;
    gapFrom = end;
    let next = end;
    while (next < text.length && next - end <= MAX_GAP_CHARS && isSeparator(text.charCodeAt(next))) next += 1;
    if (next === end || next - end > MAX_GAP_CHARS || !isDigit(text.charCodeAt(next))) break;
    index = next;
  }
  const last = groups[groups.length - 1]!;
  return { groups, start: groups[0]!.plus ? plusBefore(text, start) : start, end: last.end, digits: count };
}

/**
 * The position of the plus before the first digit, or `start` if there is none. A plus that ends a word
 * ("Google+ 212 ...") or another line isn't a prefix.
 */
function plusStart(text: string, start: number): number {
  let index = start;
  while (index > 0 && start - index < 3 && /[( \ue000]/.test(text[index - 1]!)) index -= 1;
  if (index === 0 || text[index - 1] !== '+') return start;
  const isTight = index === start || text[index] === '(';
  return isTight || !/[\p{L}\p{N}\ue000]/u.test(text[index - 2] ?? '') ? index - 1 : start;
}

function plusBefore(text: string, start: number): number {
  return text.lastIndexOf('+', start);
}
