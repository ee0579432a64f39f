import { z } from 'zod';
import type { LeadFilters } from '#contract/lead-filters.ts';
import { guardedCell } from '#engines/lead-query/guarded-cell.ts';
import {
  CHUNK_BOUNDS_SETTINGS,
  chunkBoundsQuery,
  type LeadKey,
  type LeadRange,
  rangeQuery,
} from '#engines/lead-query/lead-query.ts';
import type { LeadTable } from '#engines/lead-query/lead-table.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';
import { type RowStream, readAhead } from './row-stream.ts';

/** Leads between two places where a query can end. */
const CHUNK_LEADS = 5000;
/** The size that queries aim at. An export holds the rows of at most two queries in memory. */
const QUERY_BYTES = 20_000_000;
/** That of all exports while they hold more rows than this in memory. */
const SMALL_QUERY_BYTES = 4_000_000;
const MOST_HELD_BYTES = 200_000_000;
/** The most chunks of the first query, since the leads of a search can be larger than others. */
const FIRST_CHUNKS = 20;
/** The first query reads so many times its size, instead of a small one after it. */
const ALMOST = 1.25;
const CHUNK_SECONDS = 60;
/** Leads read beyond the last one, in place of some that are deleted meanwhile. */
const SPARE_LEADS = 100;
/** RFC 4180 line ends. One formatting thread is fast enough. */
const CSV_SETTINGS = { output_format_csv_crlf_end_of_line: 1, output_format_parallel_formatting: 0 };

const Cut = z.object({
  lw_industry: z.string(),
  lw_country: z.string(),
  lw_id: z.coerce.number(),
});

export interface ExportQuery {
  table: LeadTable;
  filters: LeadFilters;
  /** the number of leads to read: all that match, or only the first ones */
  leads: number;
  /** the estimated size of a row as CSV, by which the first query is limited; without it, it reads one chunk */
  rowBytes?: number | undefined;
  /**
   * Throws if the paid table was replaced. Runs for each query after its response has started and before its rows are
   * returned. A query keeps the table it started with, so if the paid table is still current at that moment, the query
   * reads it.
   */
  check: () => Promise<void>;
  /** how much is read at a time, as a share of the usual; default 1 */
  steps?: number | undefined;
  chunkLeads?: number;
  queryBytes?: number;
}

/** A running read of an export's rows. */
export interface ExportRows {
  /** Resolves once the first rows are in memory. Rejects if they can't be read, with what `pieces` would throw. */
  started: Promise<void>;
  /** The rows as CSV, each after the key of its lead, in pieces of whole rows. Throws what `check` throws. */
  pieces(): AsyncGenerator<Buffer>;
  /** Stops running queries. Always call it. */
  close(): void;
}

/** The rows that all exports of this process hold in memory, in bytes. */
let heldBytes = 0;

/**
 * Starts to read the matching leads as CSV rows without a header, in the order of the pages. Each row starts
 * with the key of its lead. Every other cell is quoted and guarded against formulas. There can be some more rows than `leads`, if leads were added.
 *
 * The rows come in queries of many megabytes (`readAhead`), and the next one starts when all rows of the one before are in
 * memory. Three queries take twice as long as one of their size. So memory doesn't grow with the export.
 */
export function readExportRows(warehouse: Warehouse, query: ExportQuery): ExportRows {
  const closed = new AbortController();
  let held = 0;
  const hold = (bytes: number) => {
    if (closed.signal.aborted) return;
    held += bytes;
    heldBytes += bytes;
  };

  function readRange(range: LeadRange): RowStream {
    const { sql, params } = rangeQuery(table, filters, range, guardedCell);
    return readAhead(async function* () {
      const options = { signal: closed.signal, seconds: CHUNK_SECONDS };
      let isChecked = false;
      for await (const piece of warehouse.bytes({ sql, params, settings: CSV_SETTINGS }, 'CSV', options)) {
        if (!isChecked) await check();
        isChecked = true;
        hold(piece.length);
        yield piece;
      }
      if (!isChecked) await check();
    });
  }

  const { table, filters, leads, rowBytes, check } = query;
  const { steps = 1, chunkLeads = CHUNK_LEADS * steps, queryBytes = QUERY_BYTES * steps } = query;
  let cuts: LeadKey[] | null = null;
  /** the chunks read so far, and those of the next query */
  let read = 0;
  const sizeOfQuery = () =>
    heldBytes < MOST_HELD_BYTES ? queryBytes : Math.min(queryBytes, SMALL_QUERY_BYTES);
  let chunks = rowBytes
    ? chunkCount(rowBytes * chunkLeads, { queryBytes: sizeOfQuery(), most: FIRST_CHUNKS })
    : 1;
  const start = async (): Promise<RowStream | null> => {
    // An export that nearly fits into the first query needs none.
    cuts ??=
      leads > chunks * chunkLeads * ALMOST
        ? await readCuts(warehouse, query, { chunkLeads, signal: closed.signal })
        : [];
    if (read > cuts.length) return null;
    const after = cuts[read - 1] ?? null;
    const upTo = cuts[read + chunks - 1] ?? null;
    const most = Math.max(leads - read * chunkLeads, 0) + SPARE_LEADS;
    return readRange({ after, upTo, keyed: true, ...(upTo ? {} : { most }) });
  };
  /** Starts the next query when all rows of this one are in memory. */
  const startAfter = async (stream: RowStream): Promise<RowStream | null> => {
    const bytes = await stream.size;
    read += chunks;
    chunks = chunkCount(bytes / chunks, { queryBytes: sizeOfQuery() });
    return start();
  };
  const first = ignoreUnhandled(start());
  return {
    started: ignoreUnhandled(first.then((stream) => stream?.started)),
    async *pieces() {
      for (let starting = first; ; ) {
        const stream = await starting;
        if (!stream) return;
        starting = ignoreUnhandled(startAfter(stream));
        for await (const rows of stream.rows()) {
          yield rows;
          hold(-rows.length);
        }
      }
    },
    close() {
      hold(-held);
      closed.abort();
    },
  };
}

/** How many chunks of a size a query can read. */
function chunkCount(
  chunkBytes: number,
  { queryBytes, most = Number.POSITIVE_INFINITY }: { queryBytes: number; most?: number },
): number {
  return Math.min(most, Math.max(1, Math.floor(queryBytes / Math.max(chunkBytes, 1))));
}

/** The last leads of all whole chunks. */
export async function readCuts(
  warehouse: Warehouse,
  { table, filters, leads }: Pick<ExportQuery, 'table' | 'filters' | 'leads'>,
  { chunkLeads, signal }: { chunkLeads: number; signal: AbortSignal },
): Promise<LeadKey[]> {
  const { sql, params } = chunkBoundsQuery(table, filters, { every: chunkLeads, most: leads });
  const statement = { sql, params, settings: CHUNK_BOUNDS_SETTINGS };
  return retryInterrupted(() => warehouse.rows(statement, Cut, { signal, seconds: CHUNK_SECONDS }));
}

/** Prevents an unhandled rejection if the promise is never awaited. */
function ignoreUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
