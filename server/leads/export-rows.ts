import { z } from 'zod';
import type { LeadFilters } from '#contract/lead-filters.ts';
import { guardedCell } from '#engines/lead-query/guarded-cell.ts';
import {
  CHUNK_BOUNDS_SETTINGS,
  chunkBoundsQuery,
  type LeadRange,
  type LeadTable,
  rangeQuery,
} from '#engines/lead-query/lead-query.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';

/** Leads per query. An export holds the rows of at most two queries in memory. */
const CHUNK_LEADS = 5000;
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
  /** leads per query */
  chunkLeads?: number;
}

/** A running read of an export's rows. */
export interface ExportRows {
  /**
   * The rows as CSV, each after the key of its lead. `check` runs for each query after its response and before its rows are returned. A query
   * keeps the table it started with, so if the paid table is still current at that moment, the query read it.
   * `check` throws if the table was replaced.
   */
  pieces(check: () => Promise<void>): AsyncGenerator<Buffer>;
  /** Stops running queries. Always call it. */
  close(): void;
}

/**
 * Starts to read the matching leads as CSV rows without a header, in the order of the pages. Each row starts
 * with the key of its lead. Every other cell is quoted and guarded against formulas. There can be some more rows than `leads`, if leads were added.
 *
 * The rows come in queries of a few thousand, each read as a whole before its rows are returned, and the next
 * one is read meanwhile. So a slow reader occupies no connection of the engine, memory doesn't grow with the
 * export, and a query that fails with its engine is repeated without any row being sent twice.
 */
export function readExportRows(warehouse: Warehouse, query: ExportQuery): ExportRows {
  const closed = new AbortController();

  async function read(range: LeadRange): Promise<Buffer[]> {
    const { sql, params } = rangeQuery(query.table, query.filters, range, guardedCell);
    return retryInterrupted(async () => {
      const pieces: Buffer[] = [];
      const options = { signal: closed.signal, seconds: CHUNK_SECONDS };
      for await (const piece of warehouse.bytes({ sql, params, settings: CSV_SETTINGS }, 'CSV', options)) {
        pieces.push(piece);
      }
      return pieces;
    });
  }

  const ranges = splitRanges(warehouse, query, closed.signal);
  const next = async (): Promise<Buffer[] | null> => {
    const { done, value } = await ranges.next();
    return done ? null : read(value);
  };
  const first = ignoreUnhandled(next());
  return {
    async *pieces(check) {
      for (let reading = first; ; ) {
        const pieces = await reading;
        if (!pieces) return;
        await check();
        reading = ignoreUnhandled(next());
        // Free each piece once it is sent.
        for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield piece;
      }
    },
    close: () => closed.abort(),
  };
}

/** Splits the leads into one range per query. */
async function* splitRanges(
  warehouse: Warehouse,
  { table, filters, leads, chunkLeads = CHUNK_LEADS }: ExportQuery,
  signal: AbortSignal,
): AsyncGenerator<LeadRange> {
  const { sql, params } = chunkBoundsQuery(table, filters, { every: chunkLeads, most: leads });
  const statement = { sql, params, settings: CHUNK_BOUNDS_SETTINGS };
  const options = { signal, seconds: CHUNK_SECONDS };
  const cuts =
    leads > chunkLeads ? await retryInterrupted(() => warehouse.rows(statement, Cut, options)) : [];
  const most = Math.max(leads - cuts.length * chunkLeads, 0) + SPARE_LEADS;
  for (const [at, upTo] of [...cuts, null].entries()) {
    const after = cuts[at - 1] ?? null;
    yield { after, upTo, keyed: true, ...(upTo ? {} : { most }) };
  }
}

/** Prevents an unhandled rejection if the promise is never awaited. */
function ignoreUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
