import { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import { Lead, type LeadDatabase, type LeadFilters } from '#contract/leads.ts';
import { LEAD_EXPORT_JSON_MAX_ROWS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { csvHeader } from '#engines/csv/write-csv.ts';
import { CUTS_SETTINGS, cutsQuery, type LeadKey, rangeQuery } from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import { type OpenExport, openExport } from './export-account.ts';
import type { LeadSearch, LeadState } from './lead-search.ts';

/** Leads of one query: one connection of the engine is held no longer than that takes, however slow the reader is. */
const CHUNK_LEADS = 20_000;
/** Bytes handed on at once. What was handed on counts as sent. */
const PIECE_BYTES = 64 * 1024;
const CHUNK_SECONDS = 60;
/** RFC 4180 ends rows so. */
const CSV_SETTINGS = { output_format_csv_crlf_end_of_line: 1 };

const Cut = z.object({
  lw_industry: z.string(),
  lw_country: z.string(),
  lw_id: z.coerce.number(),
});

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'warehouse' | 'log'> & { search: LeadSearch };

export interface LeadExport {
  /** how many leads it will have */
  leads: number;
  /** The file's bytes, piece by piece. Read to its end or broken off, it settles what was paid. */
  csv(signal: AbortSignal): AsyncGenerator<Uint8Array>;
}

/** Pays for the leads that match and makes ready to send them. Throws `access_denied`, and `validation_failed` where none match. */
export async function beginCsvExport(
  parts: Parts,
  accountId: string,
  database: LeadDatabase,
  filters: LeadFilters,
): Promise<LeadExport> {
  const state = await parts.search.state(database);
  const leads = await parts.search.count(database, filters);
  if (leads === 0) throw new CallError('validation_failed', MESSAGES.leads.noneFound);
  const open = await openExport(parts, accountId, database, leads);
  return { leads, csv: (signal) => sendCsv(parts, { database, filters, state, leads, open }, signal) };
}

interface Paid {
  database: LeadDatabase;
  filters: LeadFilters;
  state: LeadState;
  leads: number;
  open: OpenExport;
}

async function* sendCsv(
  parts: Parts,
  { database, filters, state, leads, open }: Paid,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  try {
    yield Buffer.from(csvHeader(state.table.columns));
    const ranges = await rangesOf(parts, state, filters, leads);
    const read = async (range: LeadRange) => {
      const query = rangeQuery(state.table, filters, range, guardedCell);
      const statement = { sql: query.sql, params: query.params, settings: CSV_SETTINGS };
      const chunk: Buffer[] = [];
      for await (const piece of parts.warehouse.bytes(statement, 'CSV', { signal, seconds: CHUNK_SECONDS })) {
        chunk.push(piece);
      }
      return Buffer.concat(chunk);
    };
    let next: Promise<Buffer> | null = null;
    for (const [at, range] of ranges.entries()) {
      if ((await parts.search.state(database)).version !== state.version) {
        throw new CallError('conflict', MESSAGES.leads.replaced);
      }
      const chunk = await (next ?? read(range));
      // The engine makes the next part while this one is sent.
      const following = ranges[at + 1];
      next = following ? read(following) : null;
      next?.catch(() => {});
      for (const { bytes, rows } of wholeRows(chunk, leads - sent)) {
        // Handed on first: who breaks off while it is taken has it.
        sent += rows;
        yield bytes;
        if (signal.aborted) return;
      }
      if (!(await open.sent(sent))) return;
    }
  } finally {
    await open.end(sent).catch((error: unknown) => parts.log.error({ err: error }, 'export not settled'));
  }
}

/** The leads that match, for callers that take JSON; charged as they are sent. */
export async function exportRows(
  parts: Parts,
  accountId: string,
  database: LeadDatabase,
  filters: LeadFilters,
): Promise<Lead[]> {
  const state = await parts.search.state(database);
  const leads = await parts.search.count(database, filters);
  if (leads > LEAD_EXPORT_JSON_MAX_ROWS) {
    throw new CallError('payload_too_large', MESSAGES.leads.tooManyForJson, { details: { leads } });
  }
  if (leads === 0) return [];
  const open = await openExport(parts, accountId, database, leads);
  const rows: Lead[] = [];
  let sent = 0;
  try {
    for (const range of await rangesOf(parts, state, filters, leads)) {
      const { sql, params } = rangeQuery(state.table, filters, range);
      rows.push(...(await parts.warehouse.rows({ sql, params }, Lead, { seconds: CHUNK_SECONDS })));
    }
    rows.length = Math.min(rows.length, leads);
    sent = rows.length;
    return rows;
  } finally {
    await open.end(sent);
  }
}

interface LeadRange {
  after: LeadKey | null;
  upTo: LeadKey | null;
}

/** The parts in which the matching leads are read. Few are one part, and nothing is asked for it. */
async function rangesOf(
  parts: Parts,
  state: LeadState,
  filters: LeadFilters,
  leads: number,
): Promise<LeadRange[]> {
  if (leads <= CHUNK_LEADS) return [{ after: null, upTo: null }];
  const { sql, params } = cutsQuery(state.table, filters, CHUNK_LEADS);
  const statement = { sql, params, settings: CUTS_SETTINGS };
  const cuts = await parts.warehouse.rows(statement, Cut, { seconds: CHUNK_SECONDS });
  return [...cuts, null].map((upTo, at) => ({ after: cuts[at - 1] ?? null, upTo }));
}

/** First bytes of what may be a formula: tab, LF, CR, +, -, =, @, and of the wide forms. */
const SUSPECT_BYTES = [9, 10, 13, 43, 45, 61, 64, 0xef];

/** Every text is quoted by the format; the guard against formulas is that of #engines/csv, in SQL. */
function guardedCell(column: string): string {
  const phoneOrNumber = `match(${column}, '^[+-]?\\\\(?[0-9][0-9 ().,/-]*([eE][+-]?[0-9]+)?$')`;
  const formula = `match(${column}, '^[=@\\t\\r\\n＝＠]') OR (match(${column}, '^[-+－＋]') AND NOT ${phoneOrNumber})`;
  // The patterns are looked at only for the few cells that begin so.
  const guarded = `if(${formula}, concat('\\'', ${column}), ${column})`;
  return `if(ascii(${column}) IN (${SUSPECT_BYTES.join(', ')}), ${guarded}, ${column})`;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Cuts a file of CSV rows at the ends of rows (no cell has CR LF in it), at most `most` of them. */
function* wholeRows(file: Buffer, most: number): Generator<{ bytes: Buffer; rows: number }> {
  let from = 0;
  let rows = 0;
  let left = most;
  for (let at = file.indexOf(LINE_FEED); at >= 0 && left > 0; at = file.indexOf(LINE_FEED, at + 1)) {
    if (file[at - 1] !== CARRIAGE_RETURN) continue;
    rows += 1;
    left -= 1;
    if (at - from >= PIECE_BYTES || left === 0) {
      yield { bytes: file.subarray(from, at + 1), rows };
      from = at + 1;
      rows = 0;
    }
  }
  if (rows > 0 && left > 0) yield { bytes: file.subarray(from), rows };
}
