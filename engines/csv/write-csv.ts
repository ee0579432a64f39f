/** The separator of list fields in a cell (spec lead tools §5). */
export const CSV_LIST_SEPARATOR = '; ';

/** UTF-8's byte order mark. Without it, Excel reads a CSV file as Windows-1252. */
export const BYTE_ORDER_MARK = '\ufeff';

const LINE_END = '\r\n';
// Semicolons and tabs too: some spreadsheets split lines at them.
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;
/** What spreadsheets treat as the start of a formula. Full-width forms count in East Asian locales. */
const STARTS_FORMULA = /^[=@\t\r\n＝＠]/;
const STARTS_SIGNED = /^[+\-＋－]/;
/** Where a spreadsheet that splits lines at semicolons or tabs starts a cell inside of ours, despite quotes. */
const SPLITS = /[;\t\r\n]/;
/**
 * A formula at the start of such a cell: quotes and spaces, then = or @, or a sign followed by something other
 * than a number or phone number.
 */
const INNER_FORMULA = /([;\t\r\n])([" ]*(?:[=@＝＠]|[+\-＋－][\d ().,/-]*[^\d ().,/\-;\t\r\n]))/g;
const AT_SIGN = 0x40;
const FULL_WIDTH_FORMS = 0xff00;
/** A signed number or a phone number, which can't call a function. */
const PHONE_OR_NUMBER = /^[+-]?\(?\d[\d\s().,/-]*(?:e[+-]?\d+)?$/i;

/** What separates the cells of a file in this format: "csv-semicolons" -> ";". Workbooks are made of CSV with commas. */
export function csvDelimiter(format: string): string {
  if (format === 'csv-semicolons') return ';';
  return format === 'tsv' ? '\t' : ',';
}

/** The header row of a CSV file (RFC 4180), including the line ending. */
export function csvHeader(columns: readonly string[], delimiter = ','): string {
  return csvLine(columns, delimiter);
}

/**
 * One row of a CSV file (RFC 4180: comma or another delimiter, CRLF, doubled quotes), including the line ending. Joins lists with
 * '; ', writes null and undefined as empty cells and objects as JSON, removes NUL, and puts a ' before
 * everything that a spreadsheet would run as a formula, also if it splits lines at semicolons or tabs.
 */
export function csvLine(values: readonly unknown[], delimiter = ','): string {
  return values.map((value) => cell(value, delimiter)).join(delimiter) + LINE_END;
}

/** Like `csvLine`, and spreadsheets show phones, dates and long numbers as they are: ="0151 234". */
export function textLine(values: readonly string[], delimiter = ','): string {
  const written = (text: string) => (isChanged(text) ? `"=""${text}"""` : cell(text, delimiter));
  return values.map(written).join(delimiter) + LINE_END;
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
/**
 * Texts that a spreadsheet shows in another way than they are written: with leading zeros, a plus, more digits than it
 * keeps, as a power of ten, and dates. No such text has a quote, so that none can leave its formula.
 */
const CHANGED: readonly RegExp[] = [
  /^0\d+$/,
  /^[+-]?\d{12,}$/,
  /^[+(]?[+\d][\d ().-]{5,30}$/,
  /^\d+(?:\.\d+)?e[+-]?\d+$/i,
  /^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?$/,
  new RegExp(`^\\d{1,2}[- ]?${MONTH}(?:[- ]?\\d{2,4})?$`, 'i'),
  new RegExp(`^${MONTH}[- ]?\\d{1,4}$`, 'i'),
];
/** Numbers that stay what they are: 1234567, 12.5, 1234.56 */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$/;

/** Whether a spreadsheet shows this text as it is written. */
export function isShownAsWritten(text: string): boolean {
  return !isChanged(text);
}

function isChanged(text: string): boolean {
  return !PLAIN_NUMBER.test(text) && CHANGED.some((pattern) => pattern.test(text));
}

/** Also what `detectDelimiter` counts, and what looks like Excel's name of the delimiter. */
const IN_QUOTES = /[",;\t|\r\n]|^sep=/i;

/** One record that `readCsvRecord` reads again: every cell as it is, without the line ending. */
export function csvRecord(cells: readonly string[], delimiter = ','): string {
  const needsQuotes = (text: string) => IN_QUOTES.test(text) || text.includes(delimiter);
  return cells.map((text) => (needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(delimiter);
}

function cell(value: unknown, delimiter: string): string {
  // Global patterns take memory in proportion to the text, unlike replaceAll.
  const text = guardFormulas(toText(value).replace(/\0/g, ''));
  return NEEDS_QUOTES.test(text) || text.includes(delimiter) ? `"${text.replace(/"/g, '""')}"` : text;
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(toText).join(CSV_LIST_SEPARATOR);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The text with a ' before each part that a spreadsheet would run as a formula. */
export function guardFormulas(text: string): string {
  const guarded = startsFormula(text) ? `'${text}` : text;
  return SPLITS.test(guarded) ? guarded.replace(INNER_FORMULA, "$1'$2") : guarded;
}

const GUARDED_INNER = new RegExp(INNER_FORMULA.source.replace(')(', ")'("), 'g');

/** The text without what `guardFormulas` added. */
export function unguardFormulas(text: string): string {
  if (!text.includes("'")) return text;
  const first = text.startsWith("'") && startsFormula(text.slice(1)) ? text.slice(1) : text;
  return SPLITS.test(first) ? first.replace(GUARDED_INNER, '$1$2') : first;
}

/** A formula that is only a text, as in ="007": what `textLine` and people write to keep it a text. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

/**
 * The text of a cell of a CSV file, without what `csvLine` and `textLine` write for spreadsheets: ="007" is 007, '@acme is
 * @acme. A person's own text loses an apostrophe only where we would have written one: before =, @, or a sign that isn't
 * that of a number or phone, at the start of the cell or after a semicolon, tab or line break. In a spreadsheet, it means
 * the same there. "'t Hooft", "'90s" and "'+49 89 1" stay.
 */
export function plainCell(text: string): string {
  const [, quoted] = text.startsWith('="') ? (TEXT_FORMULA.exec(text) ?? []) : [];
  return quoted === undefined ? unguardFormulas(text) : quoted.replaceAll('""', '"');
}

/** Whether a spreadsheet would run a part of this text as a formula. */
export function isFormula(text: string): boolean {
  return startsFormula(text) || (SPLITS.test(text) && text.search(INNER_FORMULA) >= 0);
}

function startsFormula(text: string): boolean {
  const first = text.charCodeAt(0);
  // Fast path: nearly every cell starts with a letter.
  if (first > AT_SIGN && first < FULL_WIDTH_FORMS) return false;
  if (STARTS_FORMULA.test(text)) return true;
  return (
    STARTS_SIGNED.test(text) && !text.split(CSV_LIST_SEPARATOR).every((entry) => PHONE_OR_NUMBER.test(entry))
  );
}
