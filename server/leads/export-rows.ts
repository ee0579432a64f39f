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

/** Leads of one statement: so many fit into memory where the reader is slow, and more would gain nothing. */
const CHUNK_LEADS = 100_000;
const CHUNK_SECONDS = 60;
/** A reader slower than the engine is waited for so long; then what is left of the query waits in memory, and its connection is free. */
const PATIENCE_MS = 1000;
/** Queries that are begun before their rows are wanted: of most exports that is all of it. */
const BEGUN_AT_FIRST = 2;
/** RFC 4180 ends rows so. One thread that writes keeps up with what the others read. */
const CSV_SETTINGS = { output_format_csv_crlf_end_of_line: 1, output_format_parallel_formatting: 0 };

const Cut = z.object({
  lw_industry: z.string(),
  lw_country: z.string(),
  lw_id: z.coerce.number(),
});

/** What is exported: `leads` is how many there are. */
export interface ExportQuery {
  table: LeadTable;
  filters: LeadFilters;
  leads: number;
  /** leads of one statement */
  chunkLeads?: number;
}

/** The rows of an export on their way from the engine. */
export interface ExportRows {
  /**
   * `check` is asked of each query once it answers, before its rows are handed on: what answers has its table and keeps it, so a table
   * that still is the one that was paid for then is the one it read. It throws where it is another.
   */
  pieces(check: () => Promise<void>): AsyncGenerator<Buffer>;
  /** Ends the queries that run. To be called in any case. */
  close(): void;
}

/**
 * Begins to read the leads that match as rows of CSV without a header, every cell quoted and guarded against formulas. Those that have
 * no formula come first, as the engine writes them; only the cells of the others are looked at.
 */
export function readExportRows(warehouse: Warehouse, query: ExportQuery): ExportRows {
  const closed = new AbortController();
  const begun: AsyncGenerator<Buffer>[] = [];

  /** A query that runs from now on. */
  function begin(range: LeadRange): (check: () => Promise<void>) => AsyncGenerator<Buffer> {
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
    begun.push(pieces);
    const first = quietly(pieces.next());
    return async function* (check) {
      const { done, value } = await first;
      await check();
      if (done) return;
      yield value;
      yield* pieces;
    };
  }

  const opening = quietly(
    rangesOf(warehouse, query, closed.signal).then((ranges) => ({
      running: ranges.slice(0, BEGUN_AT_FIRST).map(begin),
      waiting: ranges.slice(BEGUN_AT_FIRST),
    })),
  );
  return {
    async *pieces(check) {
      const { running, waiting } = await opening;
      for (const rows of running) yield* rows(check);
      for (const range of waiting) yield* begin(range)(check);
    },
    close() {
      closed.abort();
      for (const pieces of begun) void quietly(pieces.return(undefined));
    },
  };
}

/** The parts in which the leads are read. */
async function rangesOf(
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

/** Whoever waits for it learns of its failure; where nobody does, it is not told. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
