import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTable, readTable, readTableInBatches } from '#engines/csv/read-table.ts';
import { readTextFile } from '../platform/files/text-file.ts';
import { type ColumnUse, columnUses } from './opt-out-columns.ts';
import { type OptOut, parseOptOut } from './opt-out-entry.ts';
import { parsePhone } from './phone-entry.ts';

/** The parsed entries of one line. */
export interface OptOutLine {
  line: number;
  entries: OptOut[];
  rejected: { text: string; reason: string }[];
  /**
   * the number of cells that aren't entries, such as names and dates, or that are the company domain of a
   * person in the line
   */
  skipped: number;
}

export interface OptOutFile {
  /** the columns that the header names; null reads every cell that is an entry */
  columns: string[] | null;
  lines(): AsyncGenerator<OptOutLine>;
}

const HEADER_MAX_CHARS = 256 * 1024;
const NEXT_TO_PERSON =
  'The domain is next to a person in the same row. To opt it out, put it on its own line';
/** Matches a cell that is an address, also one with mistakes: "joe@@acme.example", "Joe <joe@@acme.example>". */
const LOOKS_LIKE_ADDRESS = /^(?:[^@<>]*<)?[^\s@<>]+@+[^\s@<>]+\.[^\s@<>.]+\.?>?$/;
/** Matches invalid cells that were probably meant to be entries. */
const LOOKS_LIKE_ENTRY = /@|\/\/|^www\.|linkedin\.|^[^\s.]+(?:\.[^\s.]+)*\.\p{L}{2,}$/iu;

/**
 * Reads a list of entries, one per line, or a table. If the header names columns with emails, profiles, phones or
 * domains, those are read, and of the others only emails and profiles, but none of those with details such as notes; else every
 * cell that is an entry. Throws OperatorError if the file isn't text.
 */
export async function readOptOutFile(path: string): Promise<OptOutFile> {
  const table = openTable(await readTextFile(path));
  const [header] = readTable({ ...table, body: table.body.slice(0, HEADER_MAX_CHARS) });
  const uses = header ? columnUses(header.cells) : null;
  const cellsOf = (cells: readonly string[], wanted: ColumnUse) =>
    cells.filter((_, index) => (uses?.[index] ?? 'other') === wanted);
  return {
    columns: header && uses ? cellsOf(header.cells, 'named').map((name) => name.trim()) : null,
    async *lines() {
      for (const records of readTableInBatches(table, { maxCells: Infinity })) {
        for (const record of records) {
          if (!uses) yield parseLine(record.row, record.cells);
          else if (record.row !== header?.row) {
            const [named, others] = [cellsOf(record.cells, 'named'), cellsOf(record.cells, 'other')];
            yield parseLine(record.row, record.cells, { named, others });
          }
        }
        // Let the server handle other requests.
        await nextTurn();
      }
    },
  };
}

/**
 * `all` are the cells of the whole line, which are reported if it has no entry. `columns` are those that are read if there is a
 * header.
 */
function parseLine(
  line: number,
  all: readonly string[],
  columns?: { named: readonly string[]; others: readonly string[] },
): OptOutLine {
  const parsed: OptOutLine = { line, entries: [], rejected: [], skipped: 0 };
  const words: string[] = [];
  let reason = 'The line has no email address, phone number, domain or LinkedIn profile';
  const cells = columns?.named ?? all;
  for (const cell of cells.flatMap(splitCell)) {
    const result = parseOptOut(cell);
    if (result.ok) parsed.entries.push(result.entry);
    else if (LOOKS_LIKE_ENTRY.test(cell.trim()) || (columns && parsePhone(cell)))
      parsed.rejected.push({ text: cell, reason: result.reason });
    else {
      words.push(cell);
      if (cells.length === 1) reason = result.reason;
    }
  }
  const others = (columns?.others ?? []).flatMap(splitCell);
  const people = others
    .flatMap((cell) => entryOf(cell) ?? [])
    .filter(({ kind }) => kind === 'email' || kind === 'profile');
  const entries = [...parsed.entries, ...people];
  const unread = [...others, ...parsed.rejected.map(({ text }) => text)].filter((cell) => !entryOf(cell));
  const isEmployer = columns
    ? employersBeside(entries, unread)
    : ({ kind, value }: OptOut) => kind === 'domain' && isDomainOfAny(value, entries);
  parsed.entries = entries.filter((entry) => !isEmployer(entry));
  parsed.skipped = entries.length - parsed.entries.length;
  if (parsed.skipped > 0) reason = NEXT_TO_PERSON;
  if (parsed.entries.length > 0 || parsed.rejected.length > 0) parsed.skipped += words.length;
  else if (all.some((cell) => cell.trim() !== '')) parsed.rejected.push({ text: all.join(', '), reason });
  return parsed;
}

/**
 * Which domains of a line below a header are the employers of a person in it. A person's opt-out doesn't apply to the
 * employer. Any domain next to a person counts as one, whichever column has the person. `unread` are the cells that aren't
 * entries: an address that can't be read is a person's, too.
 */
function employersBeside(entries: readonly OptOut[], unread: readonly string[]): (entry: OptOut) => boolean {
  const hasPerson =
    entries.some(({ kind }) => kind !== 'domain') ||
    unread.some((cell) => LOOKS_LIKE_ADDRESS.test(cell.trim()));
  return ({ kind }) => kind === 'domain' && hasPerson;
}

/** Without a header, only the domain of a person's own address is surely the employer's. */
function isDomainOfAny(domain: string, entries: readonly OptOut[]): boolean {
  return entries.some(({ kind, value }) => kind === 'email' && value.endsWith(`@${domain}`));
}

function entryOf(cell: string): OptOut | null {
  const result = parseOptOut(cell);
  return result.ok ? result.entry : null;
}

/** Splits a cell if it is a list of entries. */
function splitCell(cell: string): string[] {
  if (cell.trim() === '') return [];
  if (parseOptOut(cell).ok) return [cell];
  // A phone may have spaces.
  const whole = cell.split(/[,;|\r\n]+/).filter((part) => part.trim() !== '');
  if (whole.every((part) => parseOptOut(part).ok)) return whole;
  const parts = cell.split(/[\s,;|]+/).filter((part) => part !== '');
  return parts.filter((part) => parseOptOut(part).ok).length > 1 ? parts : [cell];
}
