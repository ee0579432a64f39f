import { CSV_LIST_SEPARATOR } from '#contract/website.ts';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** What a spreadsheet takes for the start of a formula; the wide forms count in East Asian settings. */
const STARTS_FORMULA = /^[=@\t\r\n＝＠]/;
const STARTS_SIGNED = /^[+\-＋－]/;
const AT_SIGN = 0x40;
const WIDE_FORMS = 0xff00;
/** A signed number, or a phone number as people write it: nothing a formula could call. */
const PHONE_OR_NUMBER = /^[+-]?\(?\d[\d\s().,/-]*(?:e[+-]?\d+)?$/i;

/** The header row of a CSV file (RFC 4180), line end included. */
export function csvHeader(columns: readonly string[]): string {
  return csvLine(columns);
}

/**
 * One row of a CSV file (RFC 4180: comma, CRLF, quotes doubled), line end included. Lists are joined with '; ', null and
 * undefined are empty, objects are JSON. NUL is left out, and a cell a spreadsheet would run as a formula gets a ' before it.
 */
export function csvLine(values: readonly unknown[]): string {
  return values.map(cell).join(',') + LINE_END;
}

function cell(value: unknown): string {
  const text = guardFormula(written(value).replaceAll('\0', ''));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(written).join(CSV_LIST_SEPARATOR);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function guardFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** Whether a spreadsheet would take a cell of this text for a formula: such a cell is written with a ' before it. */
export function isFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // Nearly every cell begins with a letter; none of those that matter lies between @ and the wide forms.
  if (first > AT_SIGN && first < WIDE_FORMS) return false;
  if (STARTS_FORMULA.test(text)) return true;
  return (
    STARTS_SIGNED.test(text) && !text.split(CSV_LIST_SEPARATOR).every((entry) => PHONE_OR_NUMBER.test(entry))
  );
}
