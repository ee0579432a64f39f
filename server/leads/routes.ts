import { CALLS } from '#contract/calls.ts';
import { CallError } from '#contract/errors.ts';
import { type TableFormat, XLSX_TYPE } from '#contract/file-types.ts';
import { isFiltered, type LeadFilters } from '#contract/lead-filters.ts';
import type { LeadCallInput, LeadDatabase } from '#contract/leads.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { Deps } from '../deps.ts';
import type { Binder, SignedInRequest } from '../http/bind.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { tableResponse } from '../http/table-response.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { exportRows, startCsvExport } from './lead-export.ts';
import { type LeadOrder, quoteExport } from './lead-order.ts';
import type { LeadDeps } from './lead-search.ts';

/** Enough for a user who clicks quickly. Each search reads millions of rows. */
const SEARCHES: RateLimit = { name: 'lead-search', limit: 300, windowMs: 60_000 };
const EXPORTS: RateLimit = { name: 'lead-export', limit: 60, windowMs: 60 * 60_000 };

/** The format of the file that a request accepts; null for JSON. */
function acceptedFormat(accepted: string): TableFormat | null {
  if (accepted.includes(XLSX_TYPE)) return 'xlsx';
  return /\btext\/csv\b/i.test(accepted) ? 'csv' : null;
}

type LeadCall = (typeof CALLS)['leadrocksLeads' | 'apolloLeads' | 'salesNavigatorLeads' | 'localBusinesses'];

/** What other features tell the lead databases. */
export interface LeadPorts {
  /** Filters with the keys of the lists that they name. Throws `validation_failed` for a list that can't be used. */
  withListKeys(accountId: string, filters: LeadFilters): Promise<LeadFilters>;
}

/**
 * Mounts the lead export functions (spec lead tools §7). They require only a signed-in user
 * (docs/deviations.md 5).
 */
export function mountLeads(binder: Binder, deps: Deps & LeadDeps, ports: LeadPorts): void {
  const search = deps.leadSearch;
  const limiter = createRateLimiter(deps);

  async function handle(database: LeadDatabase, request: SignedInRequest<LeadCall>) {
    const { session, context } = request;
    const input: LeadCallInput = request.input;
    const { accountId } = session;
    const signal = context.req.raw.signal;
    const inTurn = <T>(work: () => Promise<T>) => search.turns.run(accountId, work, signal);
    switch (input.action) {
      case 'total':
        return search.total(database);
      case 'suggestions':
        await limiter.take(SEARCHES, accountId);
        return {
          suggestions: await inTurn(() =>
            search.suggestions(database, input.field, input.searchTerm ?? null, signal),
          ),
        };
      case 'count': {
        await limiter.take(SEARCHES, accountId);
        const filters = await ports.withListKeys(accountId, input.filters);
        const { count, leftOutBy } = await inTurn(() => search.countLeftOut(database, filters, signal));
        const leftOut = leftOutBy.reduce((all, { rows }) => all + rows, 0);
        return { count, total: count, leftOut, leftOutBy };
      }
      case 'search':
        await limiter.take(SEARCHES, accountId);
        return inTurn(async () => {
          const filters = await ports.withListKeys(accountId, input.filters);
          return search.page(database, filters, input, signal);
        });
      case 'quote': {
        await limiter.take(SEARCHES, accountId);
        const order = await orderOf(database, request, input);
        return inTurn(() => quoteExport(deps, accountId, order, signal));
      }
      case 'export': {
        if (!isFiltered(input.filters))
          throw new CallError('validation_failed', MESSAGES.leads.applyBeforeExport);
        await limiter.take(EXPORTS, accountId);
        const order = await orderOf(database, request, input);
        const accepted = context.req.header('accept') ?? '';
        const format = input.format ?? acceptedFormat(accepted);
        if (format === null) return { leads: await inTurn(() => exportRows(deps, accountId, order, signal)) };
        const { leads, csv } = await inTurn(() => startCsvExport(deps, accountId, order, signal));
        const date = new Date(deps.clock.now()).toISOString().slice(0, 10);
        const { fileName } = LEAD_DATABASE_SHAPES[database];
        return tableResponse(context, {
          csv,
          format,
          name: `${fileName}_${date}`,
          sheet: 'Leads',
          headers: { 'X-Total-Count': String(leads) },
        });
      }
      default:
        throw new CallError('validation_failed');
    }
  }

  async function map(
    { session: { accountId }, context }: SignedInRequest<LeadCall>,
    { filters, box }: Extract<LeadCallInput, { action: 'map' }>,
  ) {
    await limiter.take(SEARCHES, accountId);
    const { signal } = context.req.raw;
    const work = async () =>
      search.map('local_businesses', await ports.withListKeys(accountId, filters), box ?? null, signal);
    return search.turns.run(accountId, work, signal);
  }

  async function orderOf(
    database: LeadDatabase,
    { session: { accountId, apiKey } }: SignedInRequest<LeadCall>,
    { action: _, filters, ...options }: Extract<LeadCallInput, { action: 'quote' | 'export' }>,
  ): Promise<LeadOrder> {
    const chosen = await ports.withListKeys(accountId, filters);
    return { database, filters: chosen, options, apiKeyId: apiKey?.id ?? null };
  }

  binder.signedIn(CALLS.leadrocksLeads, (request) => handle('leadrocks', request));
  binder.signedIn(CALLS.apolloLeads, (request) => handle('apollo', request));
  binder.signedIn(CALLS.salesNavigatorLeads, (request) => handle('sales_navigator', request));
  binder.signedIn(CALLS.localBusinesses, (request) =>
    request.input.action === 'map' ? map(request, request.input) : handle('local_businesses', request),
  );
}
