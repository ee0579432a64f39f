import { CallError } from '#contract/errors.ts';
import type { LeadFilters } from '#contract/lead-filters.ts';
import { Lead, type LeadDatabase, type LeadExportOptions, type LeadQuote } from '#contract/leads.ts';
import { LEAD_EXPORT_JSON_MAX_ROWS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { csvHeader } from '#engines/csv/write-csv.ts';
import { LEAD_ID, type LeadTable, rangeQuery } from '#engines/lead-query/lead-query.ts';
import { findGateAccount } from '../accounts/account.ts';
import { readCredits } from '../api-keys/payer.ts';
import type { Deps } from '../deps.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { coveredLeads, findRepeats, type Repeats } from './earlier-exports.ts';
import { chargeReadyLeads, type OpenExport, openExport, requireExportAccess } from './export-charge.ts';
import { saveProgressOf } from './export-progress.ts';
import { type ExportRows, readExportRows } from './export-rows.ts';
import { splitKeys } from './keyed-rows.ts';
import type { LeadKeys } from './lead-keys.ts';
import { assertSearchable, type LeadDeps, type LeadState } from './lead-search.ts';
import { tableId } from './lead-tables.ts';
import { DATABASE_REPLACED } from './row-stream.ts';

const JSON_SECONDS = 60;

type ExportDeps = Pick<Deps, 'database' | 'config' | 'clock' | 'warehouse' | 'log' | 'testing'> & LeadDeps;

export interface LeadExport {
  /** the number of leads in the file */
  leads: number;
  /** The file in pieces. Refunds unsent leads when it ends or is aborted. */
  csv(signal: AbortSignal): AsyncGenerator<Uint8Array>;
}

/** What to export: the leads that match `filters`, narrowed by the options. */
export interface LeadOrder {
  database: LeadDatabase;
  filters: LeadFilters;
  options: LeadExportOptions;
  /** the API key whose budget pays */
  apiKeyId?: string | null;
}

const TOO_MANY_FOR_JSON =
  'This export has more than 50,000 leads. Request it as a file with the header Accept: text/csv.';
/** UTF-8's byte order mark. Without it, Excel reads a CSV file as Windows-1252. */
const BYTE_ORDER_MARK = '\ufeff';

/** The leads that an order has now. Nothing is charged for them yet. */
export interface OrderedLeads {
  database: LeadDatabase;
  table: LeadTable;
  /** the estimated size of a row (`LeadState`) */
  rowBytes: number | undefined;
  /** whether the keys of the table have titles (`LeadState`) */
  hasTitlesInKeys: boolean;
  /** the id of the table (`tableId`) that was counted */
  paidTable: string | undefined;
  filters: LeadFilters;
  leads: number;
  repeats: Repeats | null;
  /** sample leads cost nothing */
  sample: boolean;
}

/** Counts the leads of an order, and which of them are free. Throws `validation_failed` if there are none or a column doesn't exist. */
export async function countOrder(
  deps: ExportDeps,
  accountId: string,
  order: LeadOrder,
  signal?: AbortSignal,
): Promise<OrderedLeads> {
  const { database, options } = order;
  const filters = narrowed(order);
  const state = await deps.leadSearch.state(database);
  const { sample, rowBytes, hasTitlesInKeys } = state;
  const table = withColumns(state.table, database, options.columns);
  // Read the id before counting, so that count, charge and rows are of the same table.
  const paidTable = await tableId(deps.warehouse, table.name);
  const { leads, repeats } = await findLeads(deps, accountId, order, state, signal);
  if (leads === 0) throw new CallError('validation_failed', MESSAGES.leads.noneFound);
  return { database, table, rowBytes, hasTitlesInKeys, filters, leads, paidTable, repeats, sample };
}

/** Throws `conflict` if a table isn't the one that was paid for. */
export async function assertPaidTable(
  { warehouse }: Pick<ExportDeps, 'warehouse'>,
  { table, paidTable }: Pick<OrderedLeads, 'table' | 'paidTable'>,
): Promise<void> {
  if ((await retryInterrupted(() => tableId(warehouse, table.name))) !== paidTable) {
    throw new CallError('conflict', DATABASE_REPLACED);
  }
}

/** Counts leads that are sent, by their keys. Throws `conflict` once more of them cost a credit than were paid for. */
export function countPaid(open: OpenExport, repeats: Repeats | null): (keys: LeadKeys) => void {
  let unpaid = open.paid;
  return (keys) => {
    unpaid -= keys.length - (repeats?.paid.count(keys) ?? 0);
    // Leads were added, and there are fewer repeats than were counted.
    if (unpaid < 0) throw new CallError('conflict', DATABASE_REPLACED);
  };
}

/**
 * Charges for the matching leads and starts the export. Throws `access_denied`, or `validation_failed` if no
 * lead matches or a column doesn't exist.
 */
export async function startCsvExport(
  deps: ExportDeps,
  accountId: string,
  order: LeadOrder,
  signal?: AbortSignal,
): Promise<LeadExport> {
  const { database, options, apiKeyId = null } = order;
  const ordered = await countOrder(deps, accountId, order, signal);
  const { leads, repeats } = ordered;
  // The first rows are read before the charge: nothing is charged if they can't be.
  const rows = readExportRows(deps.warehouse, { ...ordered, check: () => assertPaidTable(deps, ordered) });
  const { sample: free, hasTitlesInKeys } = ordered;
  const charged = { ...deps, free, hasTitlesInKeys, apiKeyId };
  const { affordable } = options;
  const opening = rows.started.then(() =>
    openExport(charged, accountId, database, { leads, repeats, affordable }),
  );
  const open = await opening.catch((error: unknown) => {
    rows.close();
    throw error;
  });
  return {
    leads: open.leads,
    csv: (left) => sendCsv(deps, { ...ordered, bom: options.bom, rows, open }, left),
  };
}

/** What an export would send and cost now; with `affordable`, as many leads as the credits cover. Charges nothing. Throws `validation_failed` if the filters are too long. */
export async function quoteExport(
  deps: ExportDeps,
  accountId: string,
  order: LeadOrder,
  signal?: AbortSignal,
): Promise<LeadQuote> {
  const { database, options } = order;
  const state = await deps.leadSearch.state(database);
  const { leads, repeats: found } = await findLeads(deps, accountId, order, state, signal);
  if (state.sample) return { leads, repeats: 0, cost: 0 };
  const credits = options.affordable ? await spendableOn(deps, accountId, order) : Number.POSITIVE_INFINITY;
  const covered = coveredLeads(leads, found, credits);
  return { ...covered, cost: covered.leads - covered.repeats };
}

/** The credits that an export can cost: what the account has, and what the budget of the API key leaves. */
async function spendableOn(
  { database: { db }, config, clock }: ExportDeps,
  accountId: string,
  { apiKeyId = null }: LeadOrder,
): Promise<number> {
  const account = await findGateAccount(db, config, accountId);
  return (await readCredits(db, { account, apiKeyId }, new Date(clock.now()))).least;
}

function narrowed({ filters, options }: LeadOrder): LeadFilters {
  return {
    ...filters,
    leads: options.leads ?? [],
    hasEmail: filters.hasEmail || options.withEmail,
  };
}

/** How many leads an order has now, and those that the account paid for before. */
async function findLeads(
  deps: ExportDeps,
  accountId: string,
  order: LeadOrder,
  { table, sample }: LeadState,
  signal: AbortSignal | undefined,
): Promise<{ leads: number; repeats: Repeats | null }> {
  const { database, options } = order;
  const filters = narrowed(order);
  assertSearchable(filters);
  const most = options.first ?? Number.POSITIVE_INFINITY;
  const repeats = sample
    ? null
    : await findRepeats(deps, accountId, { database, table, filters, most }, signal);
  // The keys are all leads, so they don't have to be counted again.
  const leads = repeats
    ? repeats.keys.length
    : Math.min(most, await deps.leadSearch.count(database, filters, signal));
  return { leads, repeats };
}

const CREDIT_COLUMNS = ['source', 'license'];

/** The table with only some columns, and those that every export of the database has. */
function withColumns(
  table: LeadTable,
  database: LeadDatabase,
  columns: readonly string[] | null | undefined,
): LeadTable {
  if (!columns) return table;
  const missing = columns.find((column) => !table.columns.includes(column));
  if (missing !== undefined)
    throw new CallError(
      'validation_failed',
      `This database has no column ${JSON.stringify(missing)}. A search returns its columns.`,
    );
  // Rows of official lists say where they are from, and under what license.
  const credits = CREDIT_COLUMNS.every((column) => table.columns.includes(column)) ? CREDIT_COLUMNS : [];
  const { always = credits } = LEAD_DATABASE_SHAPES[database];
  return { ...table, columns: [...new Set([...columns, ...always])] };
}

interface PaidExport extends OrderedLeads {
  bom: boolean;
  rows: ExportRows;
  open: OpenExport;
}

async function* sendCsv(
  deps: ExportDeps,
  { bom, rows, open, ...ordered }: PaidExport,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  const count = countPaid(open, ordered.repeats);
  const progress = saveProgressOf(open, deps);
  // Stop the queries as soon as the client disconnects.
  signal.addEventListener('abort', rows.close, { once: true });
  try {
    yield Buffer.from((bom ? BYTE_ORDER_MARK : '') + csvHeader(ordered.table.columns));
    for await (const text of rows.pieces()) {
      for (const { keys, bytes } of splitKeys(text, open.leads - sent)) {
        count(keys);
        // Count before yielding: a client that disconnects while it receives the piece has it.
        sent += keys.length;
        await progress.add(keys);
        yield bytes;
        if (signal.aborted) return;
      }
      // The others aren't paid for.
      if (sent >= open.leads) break;
    }
  } finally {
    signal.removeEventListener('abort', rows.close);
    rows.close();
    await progress.end();
  }
}

/**
 * Returns the matching leads, for clients that accept JSON. Charges for them once they are read, so that the
 * account gets all rows and is charged once, or gets neither.
 */
export async function exportRows(
  deps: ExportDeps,
  accountId: string,
  order: LeadOrder,
  signal?: AbortSignal,
): Promise<Lead[]> {
  const { database, options, apiKeyId = null } = order;
  const filters = narrowed(order);
  const state = await deps.leadSearch.state(database);
  const { sample: free, hasTitlesInKeys } = state;
  const table = withColumns(state.table, database, options.columns);
  const { leads: wanted, repeats } = await findLeads(deps, accountId, order, state, signal);
  const { affordable } = options;
  const leads =
    wanted > 0
      ? await requireExportAccess({ ...deps, free, apiKeyId }, accountId, {
          leads: wanted,
          repeats,
          affordable,
        })
      : 0;
  if (leads > LEAD_EXPORT_JSON_MAX_ROWS) {
    throw new CallError('payload_too_large', TOO_MANY_FOR_JSON, { details: { leads } });
  }
  if (leads === 0) return [];
  const { sql, params } = rangeQuery(table, filters, {
    after: null,
    upTo: null,
    most: leads,
    keyed: true,
  });
  const rows = await retryInterrupted(() =>
    deps.warehouse.rows({ sql, params }, Lead, { seconds: JSON_SECONDS, ...(signal ? { signal } : {}) }),
  );
  rows.length = Math.min(rows.length, leads);
  // A client that has disconnected gets no rows.
  signal?.throwIfAborted();
  const keys = BigUint64Array.from(rows, (row) => BigInt(row[LEAD_ID] ?? 0));
  const payer = { ...deps, free, hasTitlesInKeys, apiKeyId };
  await chargeReadyLeads(payer, accountId, database, { keys, repeats });
  return rows.map(({ [LEAD_ID]: _, ...lead }) => lead);
}
