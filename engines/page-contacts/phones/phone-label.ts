import { JOINS_FAX, LABELS, OTHER, OTHER_CAPITALS } from './phone-keywords.ts';

/**
 * The type of a number by its label. `both`: "Tel/Fax". `other`: an account, register, order or other number
 * that isn't a phone.
 */
export type PhoneLabel = 'phone' | 'fax' | 'both' | 'other' | null;

const WINDOW = 60;
const ABOVE_CHARS = 28;
const SECTION_LINES = 8;
const HEADER_ROWS = 15;
const MAX_ROW_CHARS = 600;

/**
 * The label before the number at `start`: on its own line after `from` (the end of the previous number, or
 * 0), else in the header of its table column, else on the line above if there are only signs before the
 * number.
 */
export function labelBefore(text: string, start: number, from: number): PhoneLabel {
  const prefix = text.slice(Math.max(from, start - WINDOW), start);
  const newline = prefix.lastIndexOf('\n');
  const line = prefix.slice(newline + 1);
  if (IBAN_START.test(line)) return 'other';
  const own = readLabel(line) ?? columnLabel(text, start);
  if (own || newline < 0) return own;
  if (/[\p{L}\d]/u.test(line)) return sectionLabel(text, start, true);
  const above = prefix.slice(0, newline).trimEnd();
  const lastLine = above.slice(above.lastIndexOf('\n') + 1);
  // The label of a line with a number belongs to that number.
  if (/\d{3}/.test(lastLine)) return sectionLabel(text, start, false);
  // Only the end of the line can be a label; the rest may be a paragraph that mentions a phone.
  const label = readLabel(lastLine.slice(-ABOVE_CHARS));
  return label === 'other' && lastLine.length > ABOVE_CHARS ? null : label;
}

/** A line that is nothing but a label for faxes: "Fax:", "Fax numbers". */
const FAX_HEADING = /^\W*(?:tele)?fax(?<many>es| numbers| lines|nummern|numéros)?\W*$/i;

/**
 * `fax` for a number in a list under "Fax numbers", or under "Fax:" if each line of the list has its own words
 * ("Applications: 413-577-0010").
 */
function sectionLabel(text: string, start: number, hasOwnWords: boolean): PhoneLabel {
  let end = lineStartBefore(text, start) - 1;
  for (let lines = 0; lines < SECTION_LINES && end > 0; lines += 1) {
    const begin = lineStartBefore(text, end);
    if (end - begin > WINDOW * 2) return null;
    const line = text.slice(begin, end);
    if (!/\d{3}/.test(line)) {
      const heading = FAX_HEADING.exec(line);
      return heading && (hasOwnWords || heading.groups?.many) ? 'fax' : null;
    }
    end = begin - 1;
  }
  return null;
}

/** The start of a line, or of the part of it that is read. */
function lineStartBefore(text: string, at: number): number {
  const from = Math.max(0, at - MAX_ROW_CHARS - 1);
  return from + text.slice(from, at).lastIndexOf('\n') + 1;
}

/** The label in the header of a table column. */
function columnLabel(text: string, start: number): PhoneLabel {
  const rowStart = lineStartBefore(text, start);
  if (start - rowStart > MAX_ROW_CHARS) return null;
  const column = text.slice(rowStart, start).split('\t').length - 1;
  if (column === 0) return null;
  let end = rowStart - 1;
  for (let rows = 0; rows < HEADER_ROWS && end > 0; rows += 1) {
    const begin = lineStartBefore(text, end);
    if (end - begin > MAX_ROW_CHARS) return null;
    const cells = text.slice(begin, end).split('\t');
    if (cells.length < 2) return null;
    const cell = cells[column] ?? '';
    if (cell && !/\d/.test(cell)) {
      const label = readLabel(cell.slice(0, WINDOW));
      if (label) return label;
    }
    end = begin - 1;
  }
  return null;
}

/**
 * Country letters before a tax or account number ("VAT GB", "BTW BE", "UID: CHE-"), but not a label in
 * capitals.
 */
const COUNTRY_LETTERS = /(?<=[\s:.])(?!PH|TF|FX|TE)[A-Z]{1,3}[\s.-]*$/;

/** The start of an account number: `NL12 RABO `, `DE89 3704 `. */
const IBAN_START = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z]{4})?[ \d]*$/u;

/** Words for lines of any kind. */
const ANY_LINE =
  /^(?:dial|ring|call(?: us)?|local|international|office|main|direct(?: line| dial)?|toll[ -]?free|text|reception|home)$/i;

/** These labels stand directly before their number. */
const OTHER_CHARS = 34;

function isOther(line: string): boolean {
  const end = line.slice(-OTHER_CHARS);
  return OTHER.test(end) || OTHER_CAPITALS.test(end);
}

function readLabel(line: string): PhoneLabel {
  if (!/\P{White_Space}/u.test(line)) return null;
  const plain = line.replaceAll('\ue000', ' ');
  if (isOther(plain) || (COUNTRY_LETTERS.test(plain) && isOther(plain.replace(COUNTRY_LETTERS, ''))))
    return 'other';
  let label: PhoneLabel = null;
  let end = -1;
  for (const match of plain.matchAll(LABELS)) {
    const groups = match.groups!;
    const isFax = groups.fax !== undefined || (groups.letter !== undefined && /^f/i.test(groups.letter));
    const joined = isFax && end >= 0 && label === 'phone' && JOINS_FAX.test(plain.slice(end, match.index));
    // "Fax line", "Fax: dial"
    const sameLabel =
      !isFax && label === 'fax' && ANY_LINE.test(match[0]) && /^[\s:]*$/.test(plain.slice(end, match.index));
    if (joined) label = 'both';
    else if (!sameLabel) label = isFax ? 'fax' : 'phone';
    end = match.index + match[0].length;
  }
  // A label too far before the number, or before other digits, belongs to something else.
  const gap = label ? plain.slice(end) : '';
  return gap.length > 45 || /\d(?:\D{0,2}\d){5}/.test(gap) ? null : label;
}

/**
 * The label after a number and its length: `555-1234 (fax)`, or `555-1234 Fax` at the end of a line.
 */
export function labelAfter(text: string, end: number): { label: PhoneLabel; length: number } | null {
  const after = text.slice(end, end + 30).replaceAll('\ue000', ' ');
  const faxWords = FAX_IN_BRACKETS.exec(text.slice(end, end + 60));
  if (faxWords) return { label: 'fax', length: faxWords[0].length };
  const bracketed = SUFFIX.exec(after);
  if (bracketed) return { label: bracketed.groups?.fax ? 'fax' : 'phone', length: bracketed[0].length };
  const fax = FAX_AT_LINE_END.exec(after);
  return fax ? { label: 'fax', length: fax[0].length - 1 } : null;
}

const SUFFIX =
  /^[\s,]*[([]\s*(?:(?:office|main|direct|toll[ -]?free)\s)?(?:tele|e-?)?(?:(?<fax>fax|facsimile|faks|факс|f)|phone|tel|voice|office|main|mobile|cell|toll[ -]?free|p|t|o|m|c|h|w)(?:\s(?:number|no\.?|line|only))?\s*[)\]]/i;
const FAX_IN_BRACKETS = /^[\s,\ue000]*\([^()\d\n]{0,40}\b(?:tele|e-?)?fax\b[^()\d\n]{0,15}\)/i;
const FAX_AT_LINE_END = /^[ ,-]*(?:tele|e-?)?fax(?: ?(?:number|no\.?|line)?) ?(?:[\n\t,;|]|$)/i;
