import { CallError } from '#contract/errors.ts';
import { Lead, type LeadDatabase, type LeadFilters } from '#contract/leads.ts';
import { LEAD_EXPORT_JSON_MAX_ROWS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { csvHeader } from '#engines/csv/write-csv.ts';
import { type LeadTable, rangeQuery } from '#engines/lead-query/lead-query.ts';
import type { Deps } from '../deps.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';
import { chargeReadyLeads, type OpenExport, openExport, requireExportAccess } from './export-charge.ts';
import { type ExportRows, readExportRows } from './export-rows.ts';
import type { LeadDeps } from './lead-search.ts';
import { tableId } from './lead-tables.ts';

/** Progress is saved after this many leads, in case the server is killed. */
const PROGRESS_LEADS = 5000;
const JSON_SECONDS = 60;

type ExportDeps = Pick<Deps, 'database' | 'config' | 'clock' | 'warehouse' | 'log' | 'testing'> & LeadDeps;

export interface LeadExport {
  /** the number of leads in the file */
  leads: number;
  /** The file in pieces. Refunds unsent leads when it ends or is aborted. */
  csv(signal: AbortSignal): AsyncGenerator<Uint8Array>;
}

/**
 * Charges for the matching leads and starts the export. Throws `access_denied`, or `validation_failed` if no
 * lead matches.
 */
export async function startCsvExport(
  deps: ExportDeps,
  accountId: string,
  database: LeadDatabase,
  filters: LeadFilters,
  signal?: AbortSignal,
): Promise<LeadExport> {
  const state = await deps.leadSearch.state(database);
  // Read the id before counting, so that count, charge and rows are of the same table.
  const paidTable = await tableId(deps.warehouse, state.table.name);
  const leads = await deps.leadSearch.count(database, filters, signal);
  if (leads === 0) throw new CallError('validation_failed', MESSAGES.leads.noneFound);
  // Start reading during the charge.
  const rows = readExportRows(deps.warehouse, { table: state.table, filters, leads });
  const open = await openExport({ ...deps, free: state.sample }, accountId, database, leads).catch(
    (error: unknown) => {
      rows.close();
      throw error;
    },
  );
  return {
    leads,
    csv: (left) => sendCsv(deps, { table: state.table, paidTable, leads, rows, open }, left),
  };
}

interface PaidExport {
  table: LeadTable;
  /** the table's id (`tableId`) */
  paidTable: string | undefined;
  leads: number;
  rows: ExportRows;
  open: OpenExport;
}

async function* sendCsv(
  deps: ExportDeps,
  { table, paidTable, leads, rows, open }: PaidExport,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  let saved = { leads: 0, isOpen: Promise.resolve(true) };
  // Stop the queries as soon as the client disconnects.
  signal.addEventListener('abort', rows.close, { once: true });
  const assertSameTable = async () => {
    if ((await retryInterrupted(() => tableId(deps.warehouse, table.name))) !== paidTable) {
      throw new CallError('conflict', MESSAGES.leads.replaced);
    }
  };
  try {
    yield Buffer.from(csvHeader(table.columns));
    for await (const piece of countRows(rows.pieces(assertSameTable), leads)) {
      // Count before yielding: a client that disconnects while it receives the piece has it.
      sent += piece.rows;
      yield piece.bytes;
      if (signal.aborted) return;
      if (sent - saved.leads < PROGRESS_LEADS) continue;
      // Ending here without an error would look like a complete file.
      if (!(await saved.isOpen)) throw new CallError('unavailable', 'The export stood still for too long.');
      saved = { leads: sent, isOpen: open.saveProgress(sent) };
      // The next iteration awaits the result.
      saved.isOpen.catch(() => {});
    }
  } finally {
    signal.removeEventListener('abort', rows.close);
    rows.close();
    await open.end(sent);
  }
}

/**
 * Returns the matching leads, for clients that accept JSON. Charges for them once they are read, so that the
 * account gets all rows and is charged once, or gets neither.
 */
export async function exportRows(
  deps: ExportDeps,
  accountId: string,
  database: LeadDatabase,
  filters: LeadFilters,
  signal?: AbortSignal,
): Promise<Lead[]> {
  const { table, sample: free } = await deps.leadSearch.state(database);
  const leads = await deps.leadSearch.count(database, filters, signal);
  if (leads > LEAD_EXPORT_JSON_MAX_ROWS) {
    throw new CallError('payload_too_large', MESSAGES.leads.tooManyForJson, { details: { leads } });
  }
  if (leads === 0) return [];
  await requireExportAccess({ ...deps, free }, accountId, leads);
  const { sql, params } = rangeQuery(table, filters, { after: null, upTo: null });
  const rows = await retryInterrupted(() =>
    deps.warehouse.rows({ sql, params }, Lead, { seconds: JSON_SECONDS, ...(signal ? { signal } : {}) }),
  );
  rows.length = Math.min(rows.length, leads);
  // A client that has disconnected gets no rows.
  signal?.throwIfAborted();
  await chargeReadyLeads({ ...deps, free }, accountId, database, rows.length);
  return rows;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Counts the CSV rows that end in each piece. Stops after `maxRows` rows. No cell contains CR LF
 * (load-leads.ts).
 */
async function* countRows(
  pieces: AsyncIterable<Buffer>,
  maxRows: number,
): AsyncGenerator<{ bytes: Uint8Array; rows: number }> {
  let left = maxRows;
  let previousByte: number | undefined;
  for await (const piece of pieces) {
    let rows = 0;
    let at = piece.indexOf(LINE_FEED);
    while (at >= 0) {
      if ((at === 0 ? previousByte : piece[at - 1]) === CARRIAGE_RETURN) rows += 1;
      if (rows === left) break;
      at = piece.indexOf(LINE_FEED, at + 1);
    }
    left -= rows;
    previousByte = piece.at(-1);
    yield { bytes: left === 0 ? piece.subarray(0, at + 1) : piece, rows };
    if (left === 0) return;
  }
}
