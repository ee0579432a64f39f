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

/** Leads per query. More would not be faster, and this many fit in memory if the reader is slow. */
const CHUNK_LEADS = 100_000;
const CHUNK_SECONDS = 60;
/** How long a query waits for a slow reader before it buffers the rest in memory and frees its connection. */
const PATIENCE_MS = 1000;
/** Queries started before their rows are needed. For most exports, these are all queries. */
const INITIAL_QUERIES = 2;
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
   * The rows as CSV. `check` runs for each query after its first response and before its rows are returned. A
   * query keeps the table it started with, so if the paid table is still current at that moment, the query
   * reads it. `check` throws if the table was replaced.
   */
  pieces(check: () => Promise<void>): AsyncGenerator<Buffer>;
  /** Stops running queries. Always call it. */
  close(): void;
}

/**
 * Starts to read the matching leads as CSV rows without a header. Every cell is quoted and guarded against
 * formulas. Rows without formulas come first and need no guard.
 */
export function readExportRows(warehouse: Warehouse, query: ExportQuery): ExportRows {
  const closed = new AbortController();
  const started: AsyncGenerator<Buffer>[] = [];

  /** Starts a query. */
  function start(range: LeadRange): (check: () => Promise<void>) => AsyncGenerator<Buffer> {
    const { sql, params } = rangeQuery(
      query.table,
      query.filters,
      range,
      range.formulas === false ? undefined : guardedCell,
    );
    const pieces = warehouse.bytes({ sql, params, settings: CSV_SETTINGS }, 'CSV', {
      signal: closed.signal,
      seconds: CHUNK_SECONDS,
      patienceMs: PATIENCE_MS,
    });
    started.push(pieces);
    const first = ignoreUnhandled(pieces.next());
    return async function* (check) {
      const { done, value } = await first;
      await check();
      if (done) return;
      yield value;
      yield* pieces;
    };
  }

  const opening = ignoreUnhandled(
    splitRanges(warehouse, query, closed.signal).then((ranges) => ({
      running: ranges.slice(0, INITIAL_QUERIES).map(start),
      waiting: ranges.slice(INITIAL_QUERIES),
    })),
  );
  return {
    async *pieces(check) {
      const { running, waiting } = await opening;
      for (const rows of running) yield* rows(check);
      for (const range of waiting) yield* start(range)(check);
    },
    close() {
      closed.abort();
      for (const pieces of started) void ignoreUnhandled(pieces.return(undefined));
    },
  };
}

/** Splits the leads into one range per query. */
async function splitRanges(
  warehouse: Warehouse,
  { table, filters, leads, chunkLeads = CHUNK_LEADS }: ExportQuery,
  signal: AbortSignal,
): Promise<LeadRange[]> {
  const kinds = table.hasFormulaColumn ? [false, true] : [null];
  const ranges = kinds.map(async (formulas) => {
    const { sql, params } = chunkBoundsQuery(table, filters, chunkLeads, formulas);
    const statement = { sql, params, settings: CHUNK_BOUNDS_SETTINGS };
    const cuts =
      leads > chunkLeads ? await warehouse.rows(statement, Cut, { signal, seconds: CHUNK_SECONDS }) : [];
    return [...cuts, null].map((upTo, at) => ({ after: cuts[at - 1] ?? null, upTo, formulas }));
  });
  return (await Promise.all(ranges)).flat();
}

/** Prevents an unhandled rejection if the promise is never awaited. */
function ignoreUnhandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
