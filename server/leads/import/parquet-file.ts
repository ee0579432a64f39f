import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { CsvRecord } from '#engines/csv/read-csv.ts';
import { OperatorError, reasonOf } from '../../platform/operator-error.ts';
import { LOAD_SECONDS, type Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { RowFile } from './row-file.ts';

const Column = z.object({ name: z.string() });

/**
 * Opens a Parquet file with the built-in engine. Throws OperatorError with an external cluster, which can't
 * read local files.
 */
export function parquetFile(path: string, bytes: number, warehouse: Warehouse): RowFile {
  if (!warehouse.embedded) {
    throw new OperatorError(
      'Only the built-in engine can read Parquet files. Convert the file to CSV to use it with CLICKHOUSE_URL.',
    );
  }
  let done = 0;
  return {
    bytes,
    read: () => done,
    form: () => 'Parquet',
    async *records() {
      const table = 'file({path:String}, Parquet)';
      const params = { path };
      const options = { seconds: LOAD_SECONDS, work: 'load' } as const;
      const decoder = new TextDecoder();
      let rest = '';
      let line = 1;
      try {
        // A separate query: with the rows, the engine would repeat the names at the start of each block.
        const columns = await warehouse.rows({ sql: `DESCRIBE TABLE ${table}`, params }, Column, options);
        yield [{ line, row: line, cells: columns.map(({ name }) => name) }];
        const statement = { sql: `SELECT * FROM ${table}`, params };
        for await (const piece of warehouse.bytes(statement, 'TabSeparated', options)) {
          const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
          rest = lines.pop() ?? '';
          const first = line + 1;
          line += lines.length;
          yield lines.map((text, at) => recordOf(text, first + at));
        }
      } catch (cause) {
        // The engine is down, so the file isn't the problem.
        if (cause instanceof CallError && cause.code === 'unavailable') throw cause;
        const reason = reasonOf(cause instanceof CallError ? (cause.cause ?? cause) : cause);
        throw new OperatorError(`The file ${path} can't be read as Parquet: ${reason}`, { cause });
      }
      done = bytes;
      if (rest !== '') yield [recordOf(rest, line + 1)];
    },
  };
}

/** Parses a line of ClickHouse's tab-separated format: no quotes, backslash escapes, and \N for NULL. */
function recordOf(text: string, line: number): CsvRecord {
  return { line, row: line, cells: text.split('\t').map((cell) => (cell === '\\N' ? '' : unescaped(cell))) };
}

/** Replaces escaped tabs, line ends and control characters with a space, as in every import. */
function unescaped(cell: string): string {
  return cell.includes('\\')
    ? cell.replace(/\\(.)/g, (_, letter: string) => ('tnrbf0'.includes(letter) ? ' ' : letter))
    : cell;
}
