import { CSV_LIST_SEPARATOR } from '#contract/website.ts';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** What spreadsheets treat as the start of a formula. Full-width forms count in East Asian locales. */
const STARTS_FORMULA = /^[=@\t\r\n＝＠]/;
const STARTS_SIGNED = /^[+\-＋－]/;
const AT_SIGN = 0x40;
const FULL_WIDTH_FORMS = 0xff00;
/** A signed number or a phone number, which can't call a function. */
const PHONE_OR_NUMBER = /^[+-]?\(?\d[\d\s().,/-]*(?:e[+-]?\d+)?$/i;

/** The header row of a CSV file (RFC 4180), including the line ending. */
export function csvHeader(columns: readonly string[]): string {
  return csvLine(columns);
}

/**
 * One row of a CSV file (RFC 4180: comma, CRLF, doubled quotes), including the line ending. Joins lists with
 * '; ', writes null and undefined as empty cells and objects as JSON, removes NUL, and puts a ' before a cell
 * that a spreadsheet would run as a formula.
 */
export function csvLine(values: readonly unknown[]): string {
  return values.map(cell).join(',') + LINE_END;
}

function cell(value: unknown): string {
  const text = escapeFormula(toText(value).replaceAll('\0', ''));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(toText).join(CSV_LIST_SEPARATOR);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function escapeFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/**
 * Whether a spreadsheet would run this text as a formula. `csvLine` writes such a cell with a ' before it.
 */
export function isFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // Fast path: nearly every cell starts with a letter.
  if (first > AT_SIGN && first < FULL_WIDTH_FORMS) return false;
  if (STARTS_FORMULA.test(text)) return true;
  return (
    STARTS_SIGNED.test(text) && !text.split(CSV_LIST_SEPARATOR).every((entry) => PHONE_OR_NUMBER.test(entry))
  );
}
