import { LABELS, OTHER, OTHER_CAPITALS } from './phone-keywords.ts';

/**
 * The type of a number by its label. `other`: an account, register, order or other number that isn't a phone.
 */
export type PhoneLabel = 'phone' | 'fax' | 'other' | null;

const WINDOW = 60;
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
  const own = readLabel(line) ?? columnLabel(text, start);
  if (own || newline < 0 || /[\p{L}\d]/u.test(line)) return own;
  const above = prefix.slice(0, newline).trimEnd();
  const lastLine = above.slice(above.lastIndexOf('\n') + 1);
  // The label of a line with a number belongs to that number.
  if (/\d{3}/.test(lastLine)) return null;
  // Only the end of the line can be a label; the rest may be a paragraph that mentions a phone.
  return readLabel(lastLine.slice(-28));
}

/** The label in the header of a table column. */
function columnLabel(text: string, start: number): PhoneLabel {
  const rowStart = text.lastIndexOf('\n', start - 1) + 1;
  if (start - rowStart > MAX_ROW_CHARS) return null;
  const column = text.slice(rowStart, start).split('\t').length - 1;
  if (column === 0) return null;
  let end = rowStart - 1;
  for (let rows = 0; rows < HEADER_ROWS && end > 0; rows += 1) {
    const begin = text.lastIndexOf('\n', end - 1) + 1;
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
const COUNTRY_LETTERS = /(?<=[\s:.])(?!PH|TF|FX|TE)[A-Z]{2,3}[\s.-]*$/;

function isOther(line: string): boolean {
  return OTHER.test(line) || OTHER_CAPITALS.test(line);
}

function readLabel(line: string): PhoneLabel {
  if (!line) return null;
  const plain = line.replaceAll('\ue000', ' ');
  if (isOther(plain) || (COUNTRY_LETTERS.test(plain) && isOther(plain.replace(COUNTRY_LETTERS, ''))))
    return 'other';
  let label: PhoneLabel = null;
  let end = -1;
  for (const match of plain.matchAll(LABELS)) {
    const groups = match.groups!;
    const isFax = groups.fax !== undefined || (groups.letter !== undefined && /^f/i.test(groups.letter));
    const gap = plain.slice(end, match.index);
    // "Tel/Fax", "Phone and fax": one number for both.
    if (
      end >= 0 &&
      label === 'phone' &&
      isFax &&
      /^[\s./&+,:-]*(?:and|und|et|e|y|en|or|oder|ou|o)?[\s./&+,-]*$/i.test(gap)
    )
      label = 'phone';
    else label = isFax ? 'fax' : 'phone';
    end = match.index + match[0].length;
  }
  // A label too far before the number belongs to something else.
  return label && plain.length - end > 45 ? null : label;
}

/**
 * The label after a number and its length: `555-1234 (fax)`, or `555-1234 Fax` at the end of a line.
 */
export function labelAfter(text: string, end: number): { label: PhoneLabel; length: number } | null {
  const after = text.slice(end, end + 30).replaceAll('\ue000', ' ');
  const bracketed = SUFFIX.exec(after);
  if (bracketed) return { label: bracketed.groups?.fax ? 'fax' : 'phone', length: bracketed[0].length };
  const fax = FAX_AT_LINE_END.exec(after);
  return fax ? { label: 'fax', length: fax[0].length - 1 } : null;
}

const SUFFIX =
  /^[\s,]*[([]\s*(?:tele)?(?:(?<fax>fax|facsimile|f)|phone|tel|voice|office|main|mobile|cell|toll[ -]?free|p|t|o|m|c|h|w)\s*[)\]]/i;
const FAX_AT_LINE_END = /^[ ,-]*(?:tele)?fax(?: ?(?:number|no\.?|line)?) ?(?:[\n\t,;|]|$)/i;
