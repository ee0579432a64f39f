import type { Writable } from 'node:stream';
import { uniqueColumnName } from '#engines/csv/read-table.ts';
import { BYTE_ORDER_MARK, csvDelimiter, csvHeader, csvLine } from '#engines/csv/write-csv.ts';
import { joinedResults } from '#server/tasks/joined-results.ts';
import { drained } from './output.ts';
import type { RowFormat } from './row-format.ts';

/** A row of a table. `keys`: its items; none if it has nothing to look up. */
interface OwnRow {
  cells: readonly string[];
  keys: readonly string[];
}

/**
 * The table that a command reads. Rows can be added while the results of others are written. Written rows are
 * replaced, so that a long table doesn't stay in memory.
 */
export interface OwnTable {
  columns: readonly string[];
  rows: OwnRow[];
}

const WRITTEN: OwnRow = { cells: [], keys: [] };

type Fields = Readonly<Record<string, unknown>>;

interface RowWriterOptions {
  out: Writable;
  /** a workbook is made of CSV (`openRowOutput`) */
  format: Exclude<RowFormat, 'xlsx'>;
  /** row fields and their CSV headers, in file order */
  columns: Readonly<Record<string, string>>;
  /** of the file that is read; null for arguments and plain lists */
  own: OwnTable | null;
  /** What is written of a result. Default: one row with what it has, or for a row of the table, with what its items have. */
  split?(result: Fields): readonly object[];
  signal: AbortSignal;
}

/** Row fields that are their own CSV headers. */
export function sameHeaders(columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, column]));
}

/**
 * Writes the rows of a command: NDJSON and plain CSV as they finish. CSV of a table has its own columns first and
 * a line for each of its rows, in its order, as in the files of tasks.
 */
export class RowWriter {
  readonly #options: RowWriterOptions;
  readonly #results = new Map<string, Fields>();
  #hasHeader = false;
  #next = 0;
  #draining: Promise<void> | null = null;

  constructor(options: RowWriterOptions) {
    this.#options = options;
  }

  /** Writes the row of an item. Resolves when the output takes more. */
  async add(key: string, row: object): Promise<void> {
    const { format, own, split } = this.#options;
    const fields = row as Fields;
    const rows = split ? split(fields) : [row];
    if (format === 'ndjson') return this.#write(rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
    if (!own)
      return this.#write(this.#header() + rows.map((each) => this.#line([], each as Fields)).join(''));
    this.#results.set(key, fields);
    return this.#write(this.#takeRows(own, ({ keys }) => keys.every((key) => this.#results.has(key))));
  }

  /** Writes the rows that are left. After a stop, those without a result are left out. */
  async end(): Promise<void> {
    const { format, own } = this.#options;
    if (format === 'ndjson' || !own || this.#results.size === 0) return;
    await this.#write(this.#takeRows(own, () => true));
  }

  /** The lines of the next rows, as long as they are ready. */
  #takeRows(own: OwnTable, isReady: (row: OwnRow) => boolean): string {
    let text = this.#header();
    for (let row = own.rows[this.#next]; row && isReady(row); row = own.rows[this.#next]) {
      own.rows[this.#next] = WRITTEN;
      this.#next += 1;
      const cells = own.columns.map((_, index) => row.cells[index] ?? '');
      for (const fields of this.#fieldsOf(row)) text += this.#line(cells, fields);
    }
    return text;
  }

  /** What is written beside the cells of a row. */
  #fieldsOf({ keys }: OwnRow): readonly Fields[] {
    const { split } = this.#options;
    const results = keys.map((key) => this.#results.get(key));
    if (split) return results.flatMap((result) => (result ? split(result) : [])) as Fields[];
    const fields = joinedResults(results);
    return fields || keys.length === 0 ? [fields ?? {}] : [];
  }

  get #delimiter(): string {
    return csvDelimiter(this.#options.format);
  }

  #header(): string {
    if (this.#hasHeader) return '';
    this.#hasHeader = true;
    const own = this.#options.own?.columns ?? [];
    const ours = Object.values(this.#options.columns);
    const names = [...own, ...ours.map((column) => uniqueColumnName(column, own, 'found_'))];
    const mark = this.#options.format === 'csv-semicolons' ? BYTE_ORDER_MARK : '';
    return mark + csvHeader(names, this.#delimiter);
  }

  #line(cells: readonly string[], fields: Fields): string {
    const values = Object.keys(this.#options.columns).map((field) => fields[field]);
    return csvLine([...cells, ...values], this.#delimiter);
  }

  async #write(text: string): Promise<void> {
    const { out, signal } = this.#options;
    if (text === '' || out.write(text)) return;
    // One listener serves all rows that find the stream full.
    this.#draining ??= drained(out, signal).finally(() => {
      this.#draining = null;
    });
    await this.#draining;
  }
}
