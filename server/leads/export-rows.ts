import { z } from 'zod';
import type { LeadFilters } from '#contract/leads.ts';
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
  /** the number of matching leads */
  leads: number;
  /** leads per query */
  chunkLeads?: number;
}

/** A running read of an export's rows. */
export interface ExportRows {
  /**
   * The rows as CSV. `check` runs for each query after its response and before its rows are returned. A query
   * keeps the table it started with, so if the paid table is still current at that moment, the query read it.
   * `check` throws if the table was replaced.
   */
  pieces(check: () => Promise<void>): AsyncGenerator<Buffer>;
  /** Stops running queries. Always call it. */
  close(): void;
}

/**
 * Starts to read the matching leads as CSV rows without a header. Every cell is quoted and guarded against
 * formulas. Rows without formulas come first and need no guard.
 *
 * The rows come in queries of a few thousand, each read as a whole before its rows are returned, and the next
 * one is read meanwhile. So a slow reader occupies no connection of the engine, memory doesn't grow with the
 * export, and a query that fails with its engine is repeated without any row being sent twice.
 */
export function readExportRows(warehouse: Warehouse, query: ExportQuery): ExportRows {
  const closed = new AbortController();

  async function read(range: LeadRange): Promise<Buffer[]> {
    const { sql, params } = rangeQuery(
      query.table,
      query.filters,
      range,
      range.formulas === false ? undefined : guardedCell,
    );
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
  for (const formulas of table.hasFormulaColumn ? [false, true] : [null]) {
    const { sql, params } = chunkBoundsQuery(table, filters, chunkLeads, formulas);
    const statement = { sql, params, settings: CHUNK_BOUNDS_SETTINGS };
    const options = { signal, seconds: CHUNK_SECONDS };
    const cuts =
      leads > chunkLeads ? await retryInterrupted(() => warehouse.rows(statement, Cut, options)) : [];
    yield* [...cuts, null].map((upTo, at) => ({ after: cuts[at - 1] ?? null, upTo, formulas }));
  }
}

/** Prevents an unhandled rejection if the promise is never awaited. */
function ignoreUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
