import { PassThrough, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { xlsxOfCsv } from '#server/platform/xlsx/xlsx-file.ts';
import type { RowFormat } from './row-format.ts';
import { UsageError } from './usage-error.ts';

/** Where a command writes its rows as text. */
export interface RowOutput {
  out: Writable;
  format: Exclude<RowFormat, 'xlsx'>;
  /** resolves when all of it is written */
  end(): Promise<void>;
  /** after a failure: the rest isn't written */
  close(): void;
}

/** An output for rows: `out` itself, or for an Excel workbook a CSV stream that becomes one in `out`. */
export function openRowOutput(out: Writable & { isTTY?: boolean }, format: RowFormat): RowOutput {
  if (format !== 'xlsx') return { out, format, end: async () => {}, close: () => {} };
  if (out.isTTY) throw new UsageError('Write an Excel workbook to a file: add "> results.xlsx".');
  const csv = new PassThrough();
  const written = pipeline(Readable.from(xlsxOfCsv(csv, { name: 'Results' })), out, { end: false });
  // `end` says what went wrong.
  written.catch(() => {});
  return {
    out: csv,
    format: 'csv',
    end: async () => {
      csv.end();
      await written.catch((error: NodeJS.ErrnoException) => {
        // A reader that closes early (`| head`) is not an error.
        if (error.code !== 'EPIPE') throw error;
      });
    },
    close: () => csv.destroy(),
  };
}
