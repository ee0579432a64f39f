import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { CsvRecord } from '#engines/csv/read-csv.ts';
import { OperatorError, reasonOf } from '../../platform/operator-error.ts';
import { LOAD_SECONDS, type Warehouse } from '../../platform/warehouse/warehouse.ts';
import type { RowFile } from './row-file.ts';

const Column = z.object({ name: z.string() });

/** A Parquet file, which our own engine reads; a cluster does not see files of this machine. Throws OperatorError where that is the case. */
export function parquetFile(path: string, bytes: number, warehouse: Warehouse): RowFile {
  if (!warehouse.embedded) {
    throw new OperatorError(
      'Parquet files are read by the built-in engine only. With CLICKHOUSE_URL, convert the file to CSV.',
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
        // Asked for apart: with the rows, the engine would write the names once more wherever a block of its own begins.
        const columns = await warehouse.rows({ sql: `DESCRIBE TABLE ${table}`, params }, Column, options);
        yield [{ line, cells: columns.map(({ name }) => name) }];
        const statement = { sql: `SELECT * FROM ${table}`, params };
        for await (const piece of warehouse.bytes(statement, 'TabSeparated', options)) {
          const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
          rest = lines.pop() ?? '';
          const first = line + 1;
          line += lines.length;
          yield lines.map((text, at) => recordOf(text, first + at));
        }
      } catch (cause) {
        // An engine that is not there says nothing of the file.
        if (cause instanceof CallError && cause.code === 'unavailable') throw cause;
        const reason = reasonOf(cause instanceof CallError ? (cause.cause ?? cause) : cause);
        throw new OperatorError(`The file ${path} cannot be read as Parquet: ${reason}`, { cause });
      }
      done = bytes;
      if (rest !== '') yield [recordOf(rest, line + 1)];
    },
  };
}

/** A line of ClickHouse's tab-separated text. It knows no quotes: what would end a cell is escaped, and \N is nothing. */
function recordOf(text: string, line: number): CsvRecord {
  return { line, cells: text.split('\t').map((cell) => (cell === '\\N' ? '' : unescaped(cell))) };
}

/** Tabs, line ends and control characters become a space, as in every import; any other character stands for itself. */
function unescaped(cell: string): string {
  return cell.includes('\\')
    ? cell.replace(/\\(.)/g, (_, letter: string) => ('tnrbf0'.includes(letter) ? ' ' : letter))
    : cell;
}
