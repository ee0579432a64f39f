import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvRecord, createCsvReader, detectDelimiter } from '#engines/csv/read-csv.ts';
import { readTextFile } from '../platform/text-file.ts';
import { type OptOut, readOptOut } from './opt-out-entry.ts';

/** One line of a file, and what is made of it. */
export interface OptOutLine {
  line: number;
  entries: OptOut[];
  refused: { written: string; reason: string }[];
  /** cells that say something else: names, dates; and the domain of somebody who is named beside it */
  passedOver: number;
}

export interface OptOutFile {
  /** names of the columns that are taken; null: every cell that is an entry */
  columns: string[] | null;
  lines(): AsyncGenerator<OptOutLine>;
}

const PIECE_CHARS = 256 * 1024;
const PERSON =
  /^(?:\w*e_?mails?(?:_address(?:es)?)?|\w*mail_address|\w*linkedin\w*|(?:public_)?profile(?:_url)?)(?:_\d+)?$/;
const COMPANY = /^(?:\w*domain|\w*web_?site|homepage|web|url)(?:_(?:url|name))?(?:_\d+)?$/;
const ANY = /^(?:value|entry|opt_?out|contact)s?$/;
/** Columns about an address, and a company's page on LinkedIn. */
const ABOUT = /status|type|valid|verif|confiden|score|date|source|^company_linkedin/;
/** Of what is no entry, that which was meant for one. */
const MEANT = /@|\/\/|^www\.|linkedin\.|^[^\s.]+(?:\.[^\s.]+)*\.\p{L}{2,}$/iu;

/**
 * Reads a list of entries: one a line, or a table. Where its header names columns of addresses, profiles or domains, those are taken,
 * else every cell that is one. Throws OperatorError for what is no text.
 */
export async function readOptOutFile(path: string): Promise<OptOutFile> {
  const text = await readTextFile(path);
  const delimiter = detectDelimiter(text);
  const header = firstRecord(text, delimiter);
  const columns = header ? takenColumns(header.cells) : null;
  return {
    columns: columns?.map(({ name }) => name) ?? null,
    async *lines() {
      const reader = createCsvReader(delimiter);
      for (let from = 0; from < text.length; from += PIECE_CHARS) {
        const piece = reader.push(text.slice(from, from + PIECE_CHARS));
        const records = from + PIECE_CHARS >= text.length ? [...piece, ...reader.end()] : piece;
        for (const record of records) {
          if (columns && record.line === header?.line) continue;
          const cells = columns ? columns.map(({ at }) => record.cells[at] ?? '') : record.cells;
          yield readLine(record.line, cells, record.cells);
        }
        // The server goes on answering meanwhile.
        await nextTurn();
      }
    },
  };
}

function firstRecord(text: string, delimiter: string): CsvRecord | undefined {
  const reader = createCsvReader(delimiter);
  return [...reader.push(text.slice(0, PIECE_CHARS)), ...reader.end()][0];
}

/** The columns that a header names; null: the record is no header. */
function takenColumns(cells: readonly string[]): { at: number; name: string }[] | null {
  if (cells.some((cell) => readOptOut(cell).ok)) return null;
  const named = cells.map((cell, at) => ({
    at,
    name: cell.trim(),
    key: cell
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '_'),
  }));
  const taken = named.filter(
    ({ key }) => !ABOUT.test(key) && (PERSON.test(key) || COMPANY.test(key) || ANY.test(key)),
  );
  return taken.length > 0 ? taken : null;
}

/** `all` are the cells of the whole line: shown where it has no entry at all. */
function readLine(line: number, cells: readonly string[], all: readonly string[]): OptOutLine {
  const found: OptOutLine = { line, entries: [], refused: [], passedOver: 0 };
  const others: string[] = [];
  let reason = 'It has no email address, domain or LinkedIn profile';
  for (const cell of cells.flatMap(partsOf)) {
    const reading = readOptOut(cell);
    if (reading.ok) found.entries.push(reading.entry);
    else if (MEANT.test(cell.trim())) found.refused.push({ written: cell, reason: reading.reason });
    else {
      others.push(cell);
      if (cells.length === 1) reason = reading.reason;
    }
  }
  const kept = found.entries.filter((entry) => !isWorkplace(entry, found.entries, cells !== all));
  found.passedOver = found.entries.length - kept.length;
  found.entries = kept;
  if (found.entries.length > 0 || found.refused.length > 0) found.passedOver += others.length;
  else if (all.some((cell) => cell.trim() !== '')) found.refused.push({ written: all.join(', '), reason });
  return found;
}

/** Beside a person stands where they work: that they asked for themselves takes out no company. In a table with a header any domain is. */
function isWorkplace({ kind, value }: OptOut, line: readonly OptOut[], hasHeader: boolean): boolean {
  if (kind !== 'domain') return false;
  return line.some(
    (other) =>
      other.kind !== 'domain' && (hasHeader || (other.kind === 'email' && other.value.endsWith(`@${value}`))),
  );
}

/** A cell, or where it is a list of entries, each of them. */
function partsOf(cell: string): string[] {
  if (cell.trim() === '') return [];
  if (readOptOut(cell).ok) return [cell];
  const parts = cell.split(/[\s,;|]+/).filter((part) => part !== '');
  return parts.filter((part) => readOptOut(part).ok).length > 1 ? parts : [cell];
}
