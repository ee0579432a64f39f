import type { EmailInput, PersonColumns } from '#contract/emails.ts';
import { type CsvRecord, createCsvReader, detectDelimiter } from './read-csv.ts';

/** What's wrong with a row. The row stays in the list; its result explains the problem. */
export type RowFault = 'no-domain' | 'no-name' | 'no-email' | 'too-many-cells' | 'open-quote';

/** Text for each fault, to follow "Line 4". */
export const ROW_FAULT_LABELS: Record<RowFault, string> = {
  'no-domain': 'has no domain',
  'no-name': 'has no name',
  'no-email': 'has no email',
  'too-many-cells': 'has more cells than the header',
  'open-quote': 'has an unclosed quote',
};

export interface PersonRow {
  /** 1-based line where the row starts in the file */
  line: number;
  cells: string[];
  input: EmailInput;
  fault: RowFault | null;
}

/** A parsed list of people. */
export interface PersonList {
  delimiter: string;
  hasHeader: boolean;
  /** column names, as many as the widest row has cells; `column_1`, `column_2` ... where the file has none */
  header: string[];
  columns: PersonColumns;
  rows: PersonRow[];
}

/** Overrides for detection. */
export interface PersonListOptions {
  columns?: PersonColumns | undefined;
  hasHeader?: boolean | undefined;
}

/** Rows sampled to detect column types. */
const SAMPLE_ROWS = 50;
/** Text parsed per step. */
const PIECE_CHARS = 256 * 1024;
const ROWS_PER_STEP = 5000;
/** Limit for names and domains; `PersonRow.cells` keeps the full cell. */
const MAX_CELL_CHARS = 1000;
const DOMAIN = /^(?:https?:\/\/)?(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?:[/?#:].*)?$/iu;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const COLUMN_NAMES: Record<keyof PersonColumns, ReadonlySet<string>> = {
  first_name: new Set(
    'firstname first fname givenname given forename vorname prenom prénom nombre nome voornaam imię förnamn'.split(
      ' ',
    ),
  ),
  last_name: new Set(
    'lastname last lname surname familyname family nachname familienname nom apellido apellidos cognome achternaam efternamn nazwisko'.split(
      ' ',
    ),
  ),
  full_name: new Set(
    'name fullname contactname personname contact person contactperson ansprechpartner vollername nomcomplet nombrecompleto nomecompleto naam'.split(
      ' ',
    ),
  ),
  domain: new Set(
    'domain companydomain emaildomain website companywebsite websiteurl web url site companyurl homepage webseite webpage domaine dominio sitio'.split(
      ' ',
    ),
  ),
  email: new Set(
    'email emailaddress mail workemail businessemail emails address emailadresse correo courriel'.split(' '),
  ),
};

/**
 * Parses a list of people. Detects the delimiter, and the header and columns unless given. Skips empty rows.
 */
export function readPersonList(text: string, options: PersonListOptions = {}): PersonList {
  const reading = readPersonListInSteps(text, options);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** Same as `readPersonList`, but yields every few milliseconds so that a server can handle other requests. */
export function* readPersonListInSteps(
  text: string,
  options: PersonListOptions = {},
): Generator<undefined, PersonList> {
  const { delimiter, body, line } = takeDelimiterHint(text.replace(/^\ufeff/, ''));
  const records: CsvRecord[] = [];
  for (const batch of readInPieces(body, delimiter)) {
    for (const record of batch)
      if (record.broken !== undefined || record.cells.some((cell) => cell.trim() !== ''))
        records.push(record);
    yield;
  }
  const first = records[0]?.cells ?? [];
  const hasHeader = options.hasHeader ?? looksLikeHeader(first);
  const rest = hasHeader ? records.slice(1) : records;
  const width = rest.reduce((most, { cells }) => Math.max(most, cells.length), hasHeader ? first.length : 0);
  const header = Array.from(
    { length: width },
    (_, at) => (hasHeader && first[at]?.trim()) || `column_${at + 1}`,
  );
  const columns =
    options.columns ??
    guessColumns(
      hasHeader ? header : [],
      rest.slice(0, SAMPLE_ROWS).map(({ cells }) => cells),
      width,
    );
  const rows: PersonRow[] = [];
  for (const { cells, line: at, broken } of rest) {
    if (rows.length % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    const input = inputOf(cells, columns);
    const fault =
      broken !== undefined
        ? 'open-quote'
        : (faultOf(input) ?? (hasHeader && cells.length > first.length ? 'too-many-cells' : null));
    rows.push({ line: at + line, cells, input, fault });
  }
  return { delimiter, hasHeader, header, columns, rows };
}

/**
 * Yields records in batches. After a piece without a complete record, the piece size doubles to keep the cost
 * linear.
 */
function* readInPieces(body: string, delimiter: string): Generator<CsvRecord[]> {
  const reader = createCsvReader(delimiter, Number.POSITIVE_INFINITY);
  let size = PIECE_CHARS;
  for (let from = 0; from < body.length; ) {
    const records = reader.push(body.slice(from, from + size));
    from += size;
    size = records.length > 0 ? PIECE_CHARS : size * 2;
    yield records;
  }
  // A final line break completes the last row, whatever its length.
  yield reader.push('\n');
  yield reader.end();
}

/** Whether the columns identify a person (a domain and a name) or an email address. */
export function hasRequiredColumns({
  first_name,
  last_name,
  full_name,
  domain,
  email,
}: PersonColumns): boolean {
  const named = [first_name, last_name, full_name].some((at) => at !== null);
  return email !== null || (domain !== null && named);
}

/** Reads and removes Excel's delimiter hint, `sep=;` in the first line. */
function takeDelimiterHint(text: string): { delimiter: string; body: string; line: number } {
  const hint = /^sep=(.)\r?\n/i.exec(text);
  if (!hint) return { delimiter: detectDelimiter(text), body: text, line: 0 };
  return { delimiter: hint[1] ?? ',', body: text.slice(hint[0].length), line: 1 };
}

/** A header has no cell that looks like an email or a domain. */
function looksLikeHeader(first: readonly string[]): boolean {
  return !first.some((cell) => EMAIL.test(cell.trim()) || DOMAIN.test(cell.trim()));
}

/** Detects columns by header name, else by cell content. */
function guessColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  width: number,
): PersonColumns {
  const named = (kind: keyof PersonColumns) => {
    const at = header.findIndex((name) => COLUMN_NAMES[kind].has(normalizedName(name)));
    return at < 0 ? null : at;
  };
  const byContent = (pattern: RegExp, except: RegExp | null) => {
    const counts = Array.from(
      { length: width },
      (_, at) => sample.filter((cells) => matches(cells[at] ?? '', pattern, except)).length,
    );
    const best = Math.max(0, ...counts);
    return best > 0 && best >= sample.length / 2 ? counts.indexOf(best) : null;
  };
  const guess: PersonColumns = {
    ...nameColumns(named('first_name'), named('last_name'), named('full_name')),
    domain: named('domain') ?? byContent(DOMAIN, EMAIL),
    email: named('email') ?? byContent(EMAIL, null),
  };
  if (header.length === 0 && guess.domain !== null) {
    // Without a header, names are in the order of the specification.
    const others = Array.from({ length: width }, (_, at) => at).filter(
      (at) => at !== guess.domain && at !== guess.email,
    );
    const [first = null, last = null] = others;
    if (last === null) guess.full_name = first;
    else Object.assign(guess, { first_name: first, last_name: last });
  }
  // With names and a domain, the list is for finding emails, not for verifying them.
  return hasRequiredColumns({ ...guess, email: null }) ? { ...guess, email: null } : guess;
}

/**
 * A "name" column contains full names, but next to a first name column (Vorname, Name) it contains last
 * names.
 */
function nameColumns(
  first: number | null,
  last: number | null,
  full: number | null,
): Pick<PersonColumns, 'first_name' | 'last_name' | 'full_name'> {
  if (first === null && last === null) return { first_name: null, last_name: null, full_name: full };
  return { first_name: first ?? full, last_name: last ?? full, full_name: null };
}

function matches(cell: string, pattern: RegExp, except: RegExp | null): boolean {
  const value = cell.trim();
  return pattern.test(value) && !except?.test(value);
}

/** `First Name *` -> `firstname`. */
function normalizedName(header: string): string {
  return header.toLowerCase().replace(/[^\p{L}]/gu, '');
}

function inputOf(cells: readonly string[], columns: PersonColumns): EmailInput {
  const cell = (at: number | null) =>
    at === null ? '' : (cells[at] ?? '').trim().slice(0, MAX_CELL_CHARS).toWellFormed();
  const first = cell(columns.first_name);
  const last = cell(columns.last_name);
  // Either field may contain the full name; the email finder splits it.
  const full = first === '' && last === '' ? cell(columns.full_name) : '';
  const person = { first_name: first || full, last_name: last, domain: cell(columns.domain) };
  const address = cell(columns.email);
  if (address !== '' || columns.domain === null) return { address };
  return person;
}

function faultOf(input: EmailInput): RowFault | null {
  if ('address' in input) return input.address === '' ? 'no-email' : null;
  if (input.domain === '') return 'no-domain';
  return input.first_name === '' && input.last_name === '' ? 'no-name' : null;
}
