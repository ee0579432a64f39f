import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { csvLine } from '#engines/csv/write-csv.ts';
import { fileReason } from '../../platform/file-reason.ts';
import { OperatorError } from '../../platform/operator-error.ts';

/**
 * The file of rejected rows, created with the first row. `close` throws OperatorError if the file can't be
 * written.
 */
export function createRejectedRows(path: string): {
  add(line: number, reason: string, cells: readonly string[]): void;
  /** Waits until pending writes are done. */
  drained(): Promise<void>;
  close(): Promise<void>;
} {
  let out: WriteStream | null = null;
  let failure: Error | null = null;
  return {
    add(line, reason, cells) {
      if (!out) {
        // They are people.
        out = createWriteStream(path, { mode: 0o600 });
        // `close` reports the error.
        out.once('error', (error) => {
          failure = error;
        });
        out.write(csvLine(['line', 'reason', 'cells']));
      }
      out.write(csvLine([line, reason, ...cells]));
    },
    async drained() {
      if (out?.writableNeedDrain && !failure) await once(out, 'drain').catch(() => {});
    },
    async close() {
      if (!out) return;
      try {
        if (failure) throw failure;
        if (!out.writableEnded) out.end();
        await finished(out);
      } catch (cause) {
        throw new OperatorError(
          `The rejected rows can't be written to ${path}: ${fileReason(cause)}. The database was not changed.`,
          { cause },
        );
      }
    },
  };
}
