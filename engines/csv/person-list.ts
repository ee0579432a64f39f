import type { EmailInput, PersonColumns } from '#contract/emails.ts';
import { type CsvRecord, createCsvReader, detectDelimiter } from './read-csv.ts';

/** What is odd about one row, for people. A row that cannot be worked is worked all the same, and its result says why. */
export type RowFault = 'no-domain' | 'no-name' | 'no-email' | 'too-many-cells' | 'open-quote';

export const ROW_FAULT_WORDS: Record<RowFault, string> = {
  'no-domain': 'has no domain',
  'no-name': 'has no name',
  'no-email': 'has no email',
  'too-many-cells': 'has more cells than the header',
  'open-quote': 'has a quote that is never closed',
};

export interface PersonRow {
  /** 1-based, where the row begins in the file */
  line: number;
  cells: string[];
  input: EmailInput;
  fault: RowFault | null;
}

/** A list of people as it was read. */
export interface PersonList {
  delimiter: string;
  hasHeader: boolean;
  /** names of the columns, as many as the widest row has; made up where the file has none */
  header: string[];
  columns: PersonColumns;
  rows: PersonRow[];
}

export interface PersonListChoice {
  columns?: PersonColumns | undefined;
  hasHeader?: boolean | undefined;
}

/** Rows that are looked at to find out what a column holds. */
const SAMPLE_ROWS = 50;
/** What is read before others get their turn. */
const PIECE_CHARS = 256 * 1024;
const ROWS_PER_STEP = 5000;
/** A name or domain is never this long; the file keeps the whole cell. */
const MAX_CELL_CHARS = 1000;
const DOMAIN = /^(?:https?:\/\/)?(?:[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?\.)+\p{L}{2,}(?:[/?#:].*)?$/iu;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const NAMES: Record<keyof PersonColumns, ReadonlySet<string>> = {
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
 * Reads a list of people: delimiter, header and columns are found out where they are not given. Rows without anything in them
 * are left out.
 */
export function readPersonList(text: string, choice: PersonListChoice = {}): PersonList {
  const reading = readPersonListInSteps(text, choice);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of some milliseconds, for who has others to serve in between. */
export function* readPersonListInSteps(
  text: string,
  choice: PersonListChoice = {},
): Generator<undefined, PersonList> {
  const { delimiter, body, line } = withoutHint(text.replace(/^\ufeff/, ''));
  const records: CsvRecord[] = [];
  for (const some of readInPieces(body, delimiter)) {
    for (const record of some)
      if (record.broken !== undefined || record.cells.some((cell) => cell.trim() !== ''))
        records.push(record);
    yield;
  }
  const first = records[0]?.cells ?? [];
  const hasHeader = choice.hasHeader ?? looksLikeHeader(first);
  const rest = hasHeader ? records.slice(1) : records;
  const width = rest.reduce((most, { cells }) => Math.max(most, cells.length), hasHeader ? first.length : 0);
  const header = Array.from(
    { length: width },
    (_, at) => (hasHeader && first[at]?.trim()) || `column_${at + 1}`,
  );
  const columns =
    choice.columns ??
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

/** The records of a text, some at a time. A piece that brings none is followed by one as long as all that is held by then. */
function* readInPieces(body: string, delimiter: string): Generator<CsvRecord[]> {
  const reader = createCsvReader(delimiter, Number.POSITIVE_INFINITY);
  let size = PIECE_CHARS;
  for (let from = 0; from < body.length; ) {
    const records = reader.push(body.slice(from, from + size));
    from += size;
    size = records.length > 0 ? PIECE_CHARS : size * 2;
    yield records;
  }
  // With its line end the last row is whole before the file ends, however long it is.
  yield reader.push('\n');
  yield reader.end();
}

/** Whether these columns are enough to work with. */
export function areEnough({ first_name, last_name, full_name, domain, email }: PersonColumns): boolean {
  const named = [first_name, last_name, full_name].some((at) => at !== null);
  return email !== null || (domain !== null && named);
}

/** Excel's own hint at the delimiter, `sep=;` in the first line, is no row. */
function withoutHint(text: string): { delimiter: string; body: string; line: number } {
  const hint = /^sep=(.)\r?\n/i.exec(text);
  if (!hint) return { delimiter: detectDelimiter(text), body: text, line: 0 };
  return { delimiter: hint[1] ?? ',', body: text.slice(hint[0].length), line: 1 };
}

/** A header names columns and holds no values. */
function looksLikeHeader(first: readonly string[]): boolean {
  return !first.some((cell) => EMAIL.test(cell.trim()) || DOMAIN.test(cell.trim()));
}

/** By the names of the columns; what no name tells, by what stands in them. */
function guessColumns(
  header: readonly string[],
  sample: readonly (readonly string[])[],
  width: number,
): PersonColumns {
  const named = (kind: keyof PersonColumns) => {
    const at = header.findIndex((name) => NAMES[kind].has(plainName(name)));
    return at < 0 ? null : at;
  };
  const mostly = (shape: RegExp, but: RegExp | null) => {
    const counts = Array.from(
      { length: width },
      (_, at) => sample.filter((cells) => fits(cells[at] ?? '', shape, but)).length,
    );
    const best = Math.max(0, ...counts);
    return best > 0 && best >= sample.length / 2 ? counts.indexOf(best) : null;
  };
  const guess: PersonColumns = {
    ...nameColumns(named('first_name'), named('last_name'), named('full_name')),
    domain: named('domain') ?? mostly(DOMAIN, EMAIL),
    email: named('email') ?? mostly(EMAIL, null),
  };
  if (header.length === 0 && guess.domain !== null) {
    // Without a header the specification's order holds for the names.
    const others = Array.from({ length: width }, (_, at) => at).filter(
      (at) => at !== guess.domain && at !== guess.email,
    );
    const [first = null, last = null] = others;
    if (last === null) guess.full_name = first;
    else Object.assign(guess, { first_name: first, last_name: last });
  }
  // Where people can be found, an email beside them is not the question.
  return areEnough({ ...guess, email: null }) ? { ...guess, email: null } : guess;
}

/** A column called "name" holds whole names; beside one of first names (Vorname, Name) it holds the others. */
function nameColumns(
  first: number | null,
  last: number | null,
  full: number | null,
): Pick<PersonColumns, 'first_name' | 'last_name' | 'full_name'> {
  if (first === null && last === null) return { first_name: null, last_name: null, full_name: full };
  return { first_name: first ?? full, last_name: last ?? full, full_name: null };
}

function fits(cell: string, shape: RegExp, but: RegExp | null): boolean {
  const value = cell.trim();
  return shape.test(value) && !but?.test(value);
}

/** `First Name *` -> `firstname`. */
function plainName(written: string): string {
  return written.toLowerCase().replace(/[^\p{L}]/gu, '');
}

function inputOf(cells: readonly string[], columns: PersonColumns): EmailInput {
  const cell = (at: number | null) =>
    at === null ? '' : (cells[at] ?? '').trim().slice(0, MAX_CELL_CHARS).toWellFormed();
  const first = cell(columns.first_name);
  const last = cell(columns.last_name);
  // Either field may hold the whole name; the finder takes it apart.
  const whole = first === '' && last === '' ? cell(columns.full_name) : '';
  const person = { first_name: first || whole, last_name: last, domain: cell(columns.domain) };
  const address = cell(columns.email);
  if (address !== '' || columns.domain === null) return { address };
  return person;
}

function faultOf(input: EmailInput): RowFault | null {
  if ('address' in input) return input.address === '' ? 'no-email' : null;
  if (input.domain === '') return 'no-domain';
  return input.first_name === '' && input.last_name === '' ? 'no-name' : null;
}
