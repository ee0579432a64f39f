import { CallError } from '#contract/errors.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';

const ROW_END = Buffer.from('\r\n');
const KEY_END = Buffer.from('",');
/** Ends the file early, so only the log shows it. */
export const DATABASE_REPLACED = 'The database was updated during the export.';

/** CSV rows of a query, read ahead into memory. */
export interface RowStream {
  /** Whole rows in order, as they arrive. Throws what the query throws. */
  rows(): AsyncGenerator<Buffer>;
  /** Resolves once the first rows are in memory, or there are none. Rejects with what the query throws. */
  started: Promise<void>;
  /** The size of all rows in bytes, once they are in memory. Rejects with what the query throws. */
  size: Promise<number>;
}

/**
 * Runs a query to its end, no matter how fast its rows are taken, so that a slow reader occupies no connection of the
 * engine. `query` returns pieces of CSV that can end within a row. Each row starts with a quoted key of its own, and no
 * cell contains CR LF (load-leads.ts). If the engine exits, the query runs again, and continues after the last row
 * that was passed on; throws `conflict` if that row no longer exists.
 */
export function readAhead(query: () => AsyncIterable<Buffer>): RowStream {
  let ready: Buffer[] = [];
  let ended = false;
  let wake = () => {};
  /** the key of the last row passed on, in its quotes */
  let last: Buffer | null = null;
  let bytes = 0;
  const start = Promise.withResolvers<void>();

  async function read(): Promise<void> {
    let rest: Buffer = Buffer.alloc(0);
    let after = last;

    function pass(whole: Buffer): void {
      const rows = after ? rowsAfter(whole, after) : whole;
      if (!rows) return;
      after = null;
      if (rows.length === 0) return;
      last = lastKey(rows);
      bytes += rows.length;
      ready.push(rows);
      start.resolve();
      wake();
    }

    for await (const piece of query()) {
      // Only the row that both pieces have a part of is copied: copies keep the garbage collector busy.
      const first = rest.length > 0 ? firstRowEnd(rest, piece) : 0;
      if (first < 0) {
        rest = Buffer.concat([rest, piece]);
        continue;
      }
      if (first > 0) pass(Buffer.concat([rest, piece.subarray(0, first)]));
      const lastEnd = piece.lastIndexOf(ROW_END);
      const end = lastEnd < first ? first : lastEnd + ROW_END.length;
      if (end > first) pass(piece.subarray(first, end));
      rest = piece.subarray(end);
    }
    if (rest.length > 0) throw new Error('The last row of an export is incomplete.');
    if (after) throw new CallError('conflict', DATABASE_REPLACED);
  }

  const size = retryInterrupted(read)
    .then(() => bytes)
    .finally(() => {
      ended = true;
      wake();
    });
  // The reader of the rows gets the error, unless it has left.
  size.catch(() => {});
  size.then(() => start.resolve(), start.reject);
  start.promise.catch(() => {});
  return {
    started: start.promise,
    size,
    async *rows() {
      for (;;) {
        const taken = ready;
        ready = [];
        yield* taken;
        if (ready.length > 0) continue;
        if (ended) break;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      await size;
    },
  };
}

/** Where the row ends in `piece` that starts with `rest`; -1 if it goes on. */
function firstRowEnd(rest: Buffer, piece: Buffer): number {
  if (rest.at(-1) === ROW_END[0] && piece[0] === ROW_END[1]) return 1;
  const end = piece.indexOf(ROW_END);
  return end < 0 ? -1 : end + ROW_END.length;
}

/** The rows after the one with this key; null if it isn't among them. */
function rowsAfter(rows: Buffer, key: Buffer): Buffer | null {
  for (let index = rows.indexOf(key); index >= 0; index = rows.indexOf(key, index + 1)) {
    const startsRow = index === 0 || rows.subarray(index - ROW_END.length, index).equals(ROW_END);
    if (startsRow) return rows.subarray(rows.indexOf(ROW_END, index) + ROW_END.length);
  }
  return null;
}

/** A copy of the key of the last row, because the rows are changed when they are sent. */
function lastKey(rows: Buffer): Buffer {
  const end = rows.lastIndexOf(ROW_END, rows.length - ROW_END.length - 1);
  const start = end < 0 ? 0 : end + ROW_END.length;
  return Buffer.from(rows.subarray(start, rows.indexOf(KEY_END, start) + KEY_END.length));
}
