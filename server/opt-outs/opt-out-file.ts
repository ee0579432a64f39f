import { setImmediate as nextTurn } from 'node:timers/promises';
import { openTable, readTable, readTableInBatches } from '#engines/csv/read-table.ts';
import { readTextFile } from '../platform/files/text-file.ts';
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
  /** the columns to read; null reads every cell that is an entry */
  columns: string[] | null;
  lines(): AsyncGenerator<OptOutLine>;
}

const HEADER_MAX_CHARS = 256 * 1024;
const PERSON_COLUMN =
  /^(?:\w*e_?mails?(?:_address(?:es)?)?|\w*mail_address|\w*linkedin\w*|(?:public_)?profile(?:_url)?)(?:_\d+)?$/;
/** A person's phone, and not their company's. */
const PHONE_COLUMN =
  /^(?!\w*(?:company|corp|hq|fax|code|country|carrier|consent))\w*(?:phone|mobile|cell|telefon|telephone|telefono|handy|rufnummer|portable|movil|celular|cellulare|whatsapp|^tel)(?:_\w+)?$/;
const COMPANY_COLUMN = /^(?:\w*domain|\w*web_?site|homepage|web|url)(?:_(?:url|name))?(?:_\d+)?$/;
const ENTRY_COLUMN = /^(?:value|entry|opt_?out|contact)s?$/;
/** Columns with details about an address or phone, and company pages on LinkedIn. */
const DETAIL_COLUMN = /status|type|valid|verif|confiden|score|date|source|^company_linkedin/;
/** Matches invalid cells that were probably meant to be entries. */
const LOOKS_LIKE_ENTRY = /@|\/\/|^www\.|linkedin\.|^[^\s.]+(?:\.[^\s.]+)*\.\p{L}{2,}$/iu;

/**
 * Reads a list of entries, one per line, or a table. If the header names columns with emails, profiles or
 * domains, only those are read; else every cell that is an entry. Throws OperatorError if the file isn't
 * text.
 */
export async function readOptOutFile(path: string): Promise<OptOutFile> {
  const table = openTable(await readTextFile(path));
  const [header] = readTable({ ...table, body: table.body.slice(0, HEADER_MAX_CHARS) });
  const columns = header ? entryColumns(header.cells) : null;
  return {
    columns: columns?.map(({ name }) => name) ?? null,
    async *lines() {
      for (const records of readTableInBatches(table, { maxCells: Infinity })) {
        for (const record of records) {
          if (columns && record.row === header?.row) continue;
          const cells = columns ? columns.map(({ index }) => record.cells[index] ?? '') : record.cells;
          yield parseLine(record.row, cells, record.cells);
        }
        // Let the server handle other requests.
        await nextTurn();
      }
    },
  };
}

/** The entry columns of a header; null if the record isn't a header. */
function entryColumns(cells: readonly string[]): { index: number; name: string }[] | null {
  if (cells.some((cell) => parseOptOut(cell).ok)) return null;
  const named = cells.map((cell, index) => ({
    index,
    name: cell.trim(),
    key: cell
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '_'),
  }));
  const found = named.filter(
    ({ key }) =>
      !DETAIL_COLUMN.test(key) &&
      [PERSON_COLUMN, PHONE_COLUMN, COMPANY_COLUMN, ENTRY_COLUMN].some((names) => names.test(key)),
  );
  return found.length > 0 ? found : null;
}

/** `all` are the cells of the whole line, which are reported if it has no entry. */
function parseLine(line: number, cells: readonly string[], all: readonly string[]): OptOutLine {
  const parsed: OptOutLine = { line, entries: [], rejected: [], skipped: 0 };
  const others: string[] = [];
  let reason = 'The line has no email address, phone number, domain or LinkedIn profile';
  const isNamed = cells !== all;
  for (const cell of cells.flatMap(splitCell)) {
    const result = parseOptOut(cell);
    if (result.ok) parsed.entries.push(result.entry);
    else if (LOOKS_LIKE_ENTRY.test(cell.trim()) || (isNamed && parsePhone(cell)))
      parsed.rejected.push({ text: cell, reason: result.reason });
    else {
      others.push(cell);
      if (cells.length === 1) reason = result.reason;
    }
  }
  const entries = parsed.entries.filter((entry) => !isEmployerDomain(entry, parsed.entries, isNamed));
  parsed.skipped = parsed.entries.length - entries.length;
  parsed.entries = entries;
  if (parsed.entries.length > 0 || parsed.rejected.length > 0) parsed.skipped += others.length;
  else if (all.some((cell) => cell.trim() !== '')) parsed.rejected.push({ text: all.join(', '), reason });
  return parsed;
}

/**
 * Whether a domain is the employer of a person in the same line. A person's opt-out doesn't apply to the
 * employer. With a header, any domain next to a person counts as the employer.
 */
function isEmployerDomain({ kind, value }: OptOut, line: readonly OptOut[], hasHeader: boolean): boolean {
  if (kind !== 'domain') return false;
  return line.some(
    (other) =>
      other.kind !== 'domain' && (hasHeader || (other.kind === 'email' && other.value.endsWith(`@${value}`))),
  );
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
