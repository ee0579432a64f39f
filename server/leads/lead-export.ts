import { CallError } from '#contract/errors.ts';
import { Lead, type LeadDatabase, type LeadFilters } from '#contract/leads.ts';
import { LEAD_EXPORT_JSON_MAX_ROWS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { csvHeader } from '#engines/csv/write-csv.ts';
import { type LeadTable, rangeQuery } from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import { type OpenExport, openExport } from './export-account.ts';
import { type ExportRows, readExportRows } from './export-rows.ts';
import type { LeadDeps } from './lead-search.ts';
import { tableId } from './lead-tables.ts';

/** Leads after which it is noted how many are sent, for the case that the server is killed. */
const NOTED_LEADS = 20_000;
const JSON_SECONDS = 60;

type Parts = Pick<Deps, 'database' | 'config' | 'clock' | 'warehouse' | 'log'> & LeadDeps;

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
  const state = await parts.leadSearch.state(database);
  // Before the leads are counted: what is counted, paid and sent is of one table.
  const paidTable = await tableId(parts.warehouse, state.table.name);
  const leads = await parts.leadSearch.count(database, filters);
  if (leads === 0) throw new CallError('validation_failed', MESSAGES.leads.noneFound);
  // The engine reads while it is paid.
  const rows = readExportRows(parts.warehouse, { table: state.table, filters, leads });
  const open = await openExport(parts, accountId, database, leads).catch((error: unknown) => {
    rows.close();
    throw error;
  });
  return {
    leads,
    csv: (signal) => sendCsv(parts, { table: state.table, paidTable, leads, rows, open }, signal),
  };
}

interface Paid {
  table: LeadTable;
  /** the id of the table (`tableId`) */
  paidTable: string | undefined;
  leads: number;
  rows: ExportRows;
  open: OpenExport;
}

async function* sendCsv(
  parts: Parts,
  { table, paidTable, leads, rows, open }: Paid,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  let noting = { leads: 0, open: Promise.resolve(true) };
  // A reader that goes away ends the queries at once, also while they are waited for.
  signal.addEventListener('abort', rows.close, { once: true });
  const unchanged = async () => {
    if ((await tableId(parts.warehouse, table.name)) !== paidTable) {
      throw new CallError('conflict', MESSAGES.leads.replaced);
    }
  };
  try {
    yield Buffer.from(csvHeader(table.columns));
    for await (const piece of countedRows(rows.pieces(unchanged), leads)) {
      // Handed on first: who breaks off while it is taken has it.
      sent += piece.rows;
      yield piece.bytes;
      if (signal.aborted) return;
      if (sent - noting.leads < NOTED_LEADS) continue;
      if (!(await noting.open)) return;
      noting = { leads: sent, open: open.sent(sent) };
      // Whether it went well is asked at the next one.
      noting.open.catch(() => {});
    }
  } finally {
    signal.removeEventListener('abort', rows.close);
    rows.close();
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
  const { table } = await parts.leadSearch.state(database);
  const leads = await parts.leadSearch.count(database, filters);
  if (leads > LEAD_EXPORT_JSON_MAX_ROWS) {
    throw new CallError('payload_too_large', MESSAGES.leads.tooManyForJson, { details: { leads } });
  }
  if (leads === 0) return [];
  const open = await openExport(parts, accountId, database, leads);
  let sent = 0;
  try {
    const { sql, params } = rangeQuery(table, filters, { after: null, upTo: null });
    const rows = await parts.warehouse.rows({ sql, params }, Lead, { seconds: JSON_SECONDS });
    rows.length = Math.min(rows.length, leads);
    sent = rows.length;
    return rows;
  } finally {
    await open.end(sent);
  }
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Pieces of a file of CSV rows, and how many rows end in each; cut off after `most` of them. No cell has CR LF in it (load-leads.ts). */
async function* countedRows(
  pieces: AsyncIterable<Buffer>,
  most: number,
): AsyncGenerator<{ bytes: Uint8Array; rows: number }> {
  let left = most;
  let before: number | undefined;
  for await (const piece of pieces) {
    let rows = 0;
    let at = piece.indexOf(LINE_FEED);
    while (at >= 0) {
      if ((at === 0 ? before : piece[at - 1]) === CARRIAGE_RETURN) rows += 1;
      if (rows === left) break;
      at = piece.indexOf(LINE_FEED, at + 1);
    }
    left -= rows;
    before = piece.at(-1);
    yield { bytes: left === 0 ? piece.subarray(0, at + 1) : piece, rows };
    if (left === 0) return;
  }
}
