import { cutText } from '#contract/cut-text.ts';
import type { EmailInput, PersonColumns } from '#contract/emails.ts';
import { CSV_CELLS_MAX, CSV_COLUMNS_MAX, CSV_ROWS_PER_TASK } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { emailKey } from '#engines/list-items/email.ts';
import { cellValue, nameValue } from '#engines/list-items/no-value.ts';
import { hasDigits, readEmployer } from '#engines/list-items/person.ts';
import { companiesIn, emailsIn, employersIn } from '#engines/list-items/several.ts';
import { isHeader } from './column-roles.ts';
import { messageTable } from './message-lines.ts';
import { guessColumns, hasRequiredColumns, moreEmailColumns } from './person-columns.ts';
import type { CsvRecord } from './read-csv.ts';
import { columnNames, findDelimiter, openTable, readTableInBatches } from './read-table.ts';

/** What's wrong with a row. The row stays in the list; its result explains the problem. */
export type RowFault =
  | 'no-domain'
  | 'shared-site'
  | 'no-name'
  | 'no-email'
  | 'too-many-cells'
  | 'digits-in-name'
  | 'open-quote';

/** Faults that people should know of. We process the row all the same. */
export const ROW_NOTICES: ReadonlySet<RowFault> = new Set(['too-many-cells', 'digits-in-name']);

/** Text for each fault, to follow "Line 4". */
export const ROW_FAULT_LABELS: Record<RowFault, string> = {
  'no-domain': 'has no domain',
  'shared-site': "links to a shared site such as LinkedIn instead of the company's website",
  'no-name': 'has no name',
  'no-email': 'has no email',
  'digits-in-name': 'has digits in the name, which we leave out',
  'too-many-cells': 'has more cells than the header',
  'open-quote': 'has an unclosed quote',
};

/** The most rows, columns and cells of a list. Reading stops at the first one above. */
export interface ListLimits {
  rows: number;
  columns: number;
  cells: number;
}

/** The limits of an uploaded list. */
export const LIST_LIMITS: ListLimits = {
  rows: CSV_ROWS_PER_TASK,
  columns: CSV_COLUMNS_MAX,
  cells: CSV_CELLS_MAX,
};

/** What to show for a list above one of `LIST_LIMITS`. */
export const LIST_LIMIT_MESSAGES: Record<keyof ListLimits, string> = {
  rows: MESSAGES.csv.tooManyRows,
  columns: 'Maximum 500 columns per file. Delete the columns that you don’t need.',
  cells: 'Maximum 5,000,000 cells per file. Split it into smaller files or delete columns.',
};

export interface PersonRow {
  /** 1-based line of the row in the file, as a spreadsheet counts: a quoted cell can have several lines */
  line: number;
  cells: string[];
  /** one item each, at least one: a cell can have several addresses, domains or companies */
  inputs: EmailInput[];
  fault: RowFault | null;
}

/** What is known about a list of people after reading it. */
export interface PersonTableShape {
  delimiter: string;
  hasHeader: boolean;
  /** column names, as many as the widest row has cells; `column_1`, `column_2` ... where the file has none */
  header: string[];
  columns: PersonColumns;
  /** the limit at which reading stopped; null if the whole list was read */
  exceeded: keyof ListLimits | null;
}

/** A parsed list of people. */
export interface PersonTable extends PersonTableShape {
  rows: PersonRow[];
}

export interface PersonTableOptions {
  /** override detection */
  columns?: PersonColumns | undefined;
  hasHeader?: boolean | undefined;
  delimiter?: string | undefined;
  /** default: no limits */
  limits?: ListLimits | undefined;
}

/** Rows sampled to detect column types. */
export const SAMPLE_ROWS = 50;
/** Limit for names, domains and each address; `PersonRow.cells` keeps the full cell. */
const MAX_CELL_CHARS = 1000;
/** Limit for a cell with several addresses. */
const MAX_ADDRESSES_CHARS = 100_000;
const NO_LIMITS: ListLimits = { rows: Infinity, columns: Infinity, cells: Infinity };

/**
 * Parses a list of people. Detects the delimiter, and the header and columns unless given. Skips empty rows.
 */
export function readPersonTable(text: string, options: PersonTableOptions = {}): PersonTable {
  const rows: PersonRow[] = [];
  const reading = readPersonRows(text, options);
  for (;;) {
    const step = reading.next();
    if (step.done) return { ...step.value, rows };
    for (const row of step.value) rows.push(row);
  }
}

/**
 * Same as `readPersonTable`, but keeps no rows: yields them in batches, also empty ones, every few
 * milliseconds, so that a server can handle other requests. The shape is known at the end.
 */
export function* readPersonRows(
  text: string,
  options: PersonTableOptions = {},
): Generator<PersonRow[], PersonTableShape> {
  const opened = openTable(text);
  const table = messageTable(opened) ?? opened;
  const delimiter = options.delimiter ?? findDelimiter(table);
  const limits = options.limits ?? NO_LIMITS;
  const seen = { rows: 0, cells: 0, width: 0 };
  let header: { names: readonly string[]; exists: boolean } | undefined;
  let columns: PersonColumns | undefined;
  let exceeded: keyof ListLimits | null = null;
  let waiting: CsvRecord[] = [];

  let detectedWidth = 0;

  const names = () => columnNames(header?.exists ? header.names : null, seen.width);
  /** Detects the columns by the rows so far. */
  const detected = () => {
    const sample = waiting.slice(0, SAMPLE_ROWS).map((record) => record.cells);
    detectedWidth = sample.reduce((most, cells) => Math.max(most, cells.length), 0);
    return guessColumns(header?.exists ? names() : [], sample, seen.width);
  };
  /** The columns with those of emails that only later rows have. A list without a header can have two in any row. */
  const widened = (known: PersonColumns): PersonColumns => {
    const { email, more_emails = [] } = known;
    if (options.columns || header?.exists || email === null || seen.width <= detectedWidth) return known;
    const rows = waiting.map((record) => record.cells);
    const wider = moreEmailColumns([], rows, email).filter((index) => index >= detectedWidth);
    detectedWidth = seen.width;
    return { ...known, more_emails: [...more_emails, ...wider] };
  };
  function* rowsSoFar(known: PersonColumns): Generator<PersonRow[]> {
    const records = waiting;
    waiting = [];
    const headerWidth = header?.exists ? header.names.length : Infinity;
    yield records.map((record) => personRow(record, known, headerWidth));
  }

  const batches = readTableInBatches(table, {
    delimiter,
    maxCells: limits.columns,
  });
  for (const batch of batches) {
    for (const record of batch) {
      seen.width = Math.max(seen.width, record.cells.length);
      seen.cells += record.cells.length;
      header ??= { names: record.cells, exists: options.hasHeader ?? isHeader(record.cells) };
      if (!header.exists || header.names !== record.cells) {
        seen.rows += 1;
        waiting.push(record);
      }
      exceeded = firstExceeded(seen, limits);
      if (exceeded) break;
    }
    if (waiting.length >= SAMPLE_ROWS) columns ??= options.columns ?? detected();
    columns &&= widened(columns);
    if (columns) yield* rowsSoFar(columns);
    else yield [];
    if (exceeded) break;
  }
  columns = widened(columns ?? options.columns ?? detected());
  yield* rowsSoFar(columns);
  return { delimiter, hasHeader: header?.exists ?? false, header: names(), columns, exceeded };
}

function firstExceeded(
  seen: { rows: number; cells: number; width: number },
  limits: ListLimits,
): keyof ListLimits | null {
  if (seen.rows > limits.rows) return 'rows';
  if (seen.width > limits.columns) return 'columns';
  return seen.cells > limits.cells ? 'cells' : null;
}

function personRow(
  { cells, row, broken }: CsvRecord,
  columns: PersonColumns,
  headerWidth: number,
): PersonRow {
  const inputs = rowInputs(cells, columns);
  const fault =
    broken !== undefined
      ? 'open-quote'
      : (inputs.map(inputFault).find((inputFault) => inputFault !== null) ??
        (cells.length > headerWidth ? 'too-many-cells' : null));
  return { line: row, cells, inputs, fault };
}

function rowInputs(cells: readonly string[], columns: PersonColumns): EmailInput[] {
  const written = (index: number | null, max = MAX_CELL_CHARS) =>
    index === null ? '' : cutText((cells[index] ?? '').trim(), max);
  const cell = (index: number | null, max = MAX_CELL_CHARS) => cellValue(written(index, max));
  const nameCell = (index: number | null) => nameValue(written(index));
  const first = nameCell(columns.first_name);
  const last = nameCell(columns.last_name);
  // Either field may contain the full name; the lookup splits it.
  const full = first === '' && last === '' ? nameCell(columns.full_name) : '';
  const name = { first_name: first || full, last_name: last };
  // With both, verify where there is an email, and find one where there is a person.
  const addresses = rowAddresses(columns, (index) => cell(index, MAX_ADDRESSES_CHARS));
  const finds = hasRequiredColumns({ ...columns, email: null });
  if (addresses.length > 0 || !finds)
    return (addresses.length > 0 ? addresses : ['']).map((address) => ({
      address: cutText(address, MAX_CELL_CHARS),
    }));
  const domains = employersIn(cell(columns.domain)).map((domain) => ({ ...name, domain }));
  const companies = companiesIn(cell(columns.company)).map((company) => ({ ...name, domain: '', company }));
  // A link to a shared site doesn't say where the person works, and the company does.
  return companies.length > 0 && domains.every(({ domain }) => !readEmployer(domain).ok)
    ? companies
    : domains;
}

/** The addresses of a row, distinct. Text that is none counts only in the main column: others have "n/a". */
function rowAddresses(
  { email, more_emails: others = [] }: PersonColumns,
  cell: (index: number | null) => string,
): string[] {
  const main = cell(email) === '' ? [] : emailsIn(cell(email));
  const more = others.flatMap((index) => emailsIn(cell(index))).filter((address) => address.includes('@'));
  if (more.length === 0) return main;
  const keys = new Set<string>();
  return [...main, ...more].filter((address) => {
    const before = keys.size;
    return keys.add(emailKey(address)).size > before;
  });
}

function inputFault(input: EmailInput): RowFault | null {
  if ('address' in input) return input.address === '' ? 'no-email' : null;
  if (input.domain === '' && input.company === undefined) return 'no-domain';
  if (input.first_name === '' && input.last_name === '') return 'no-name';
  const employer = readEmployer(input.domain);
  if (!employer.ok && employer.fault === 'shared-site') return 'shared-site';
  return hasDigits(`${input.first_name}${input.last_name}`) ? 'digits-in-name' : null;
}
