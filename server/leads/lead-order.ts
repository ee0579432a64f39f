import { CallError } from '#contract/errors.ts';
import type { LeadFilters } from '#contract/lead-filters.ts';
import type { LeadDatabase, LeadExportOptions, LeadQuote } from '#contract/leads.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { LeadTable } from '#engines/lead-query/lead-table.ts';
import { findGateAccount } from '../accounts/account.ts';
import { readCredits } from '../api-keys/payer.ts';
import type { Deps } from '../deps.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { coveredLeads, findRepeats, type Repeats } from './earlier-exports.ts';
import type { OpenExport } from './export-charge.ts';
import type { LeadKeys } from './lead-keys.ts';
import { assertSearchable, type LeadDeps } from './lead-search.ts';
import type { LeadState } from './lead-states.ts';
import { DATABASE_REPLACED } from './row-stream.ts';
import { tableId } from './table-facts.ts';

type OrderDeps = Pick<Deps, 'database' | 'config' | 'clock' | 'warehouse'> & LeadDeps;

/** What to export: the leads that match `filters`, narrowed by the options. */
export interface LeadOrder {
  database: LeadDatabase;
  filters: LeadFilters;
  options: LeadExportOptions;
  /** the API key whose budget pays */
  apiKeyId?: string | null;
}

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

/** Like `readOrder`. Throws `validation_failed` if no lead matches, too. */
export async function countOrder(
  deps: OrderDeps,
  accountId: string,
  order: LeadOrder,
  signal?: AbortSignal,
): Promise<OrderedLeads> {
  const ordered = await readOrder(deps, accountId, order, signal);
  if (ordered.leads === 0) throw new CallError('validation_failed', MESSAGES.leads.noneFound);
  return ordered;
}

/**
 * Counts the leads of an order, and which of them are free. Throws `validation_failed` if a column doesn't exist or the filters
 * are too long.
 */
export async function readOrder(
  deps: OrderDeps,
  accountId: string,
  order: LeadOrder,
  signal?: AbortSignal,
): Promise<OrderedLeads> {
  const { database, options } = order;
  const state = await deps.leadSearch.state(database);
  const { sample, rowBytes, hasTitlesInKeys } = state;
  const table = withColumns(state.table, database, options.columns);
  // Read the id before counting, so that count, charge and rows are of the same table.
  const paidTable = await tableId(deps.warehouse, table.name);
  const { leads, repeats } = await findLeads(deps, accountId, order, state, signal);
  return {
    database,
    table,
    rowBytes,
    hasTitlesInKeys,
    filters: narrowed(order),
    leads,
    paidTable,
    repeats,
    sample,
  };
}

/**
 * What an export would send and cost now; with `affordable`, as many leads as the credits cover. Charges nothing. Throws
 * `validation_failed` if the filters are too long.
 */
export async function quoteExport(
  deps: OrderDeps,
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
  { database: { db }, config, clock }: OrderDeps,
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
  deps: OrderDeps,
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

/** Throws `conflict` if a table isn't the one that was paid for. */
export async function assertPaidTable(
  { warehouse }: Pick<OrderDeps, 'warehouse'>,
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
