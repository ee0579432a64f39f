import { z } from 'zod';
import type { LeadFilters } from '#contract/lead-filters.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import { MONTHLY_EXPORT_CAP_LEADS } from '#contract/limits.ts';
import { keysQuery, LEAD_ID, type LeadTable } from '#engines/lead-query/lead-query.ts';
import { chargedBefore, hasCharged, rememberNew } from '../credits/charged-items.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/db.ts';
import { addMonths } from '../platform/months.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';

/** How long a lead that was exported is free. */
const FREE_MONTHS = 12;
/** Leads to look for before an export. Larger exports are refunded for their repeats at the end. */
const MAX_COMPARED = MONTHLY_EXPORT_CAP_LEADS;
const KEYS_PER_LOOKUP = 5000;
const KEYS_SECONDS = 60;

const Key = z.object({ [LEAD_ID]: z.string() });

/** Leads of an export that the account paid for before. */
export interface Repeats {
  /** the keys of all leads, in the order of the export */
  keys: readonly string[];
  paid: ReadonlySet<string>;
}

/** The first leads of an export, and how many of them are free. */
export interface CoveredLeads {
  leads: number;
  repeats: number;
}

/**
 * Looks for leads that the account paid for in the last 12 months; null if there are none. What is found stays
 * free while the export runs.
 */
export async function findRepeats(
  { database: { db }, warehouse, clock }: Pick<Deps, 'database' | 'warehouse' | 'clock'>,
  accountId: string,
  wanted: { database: LeadDatabase; table: LeadTable; filters: LeadFilters; leads: number },
  signal?: AbortSignal,
): Promise<Repeats | null> {
  const { database: kind, table, filters, leads } = wanted;
  const now = new Date(clock.now());
  if (leads === 0 || leads > MAX_COMPARED || !(await hasCharged(db, accountId, { kind, now }))) return null;
  const { sql, params } = keysQuery(table, filters, leads);
  const options = { seconds: KEYS_SECONDS, ...(signal ? { signal } : {}) };
  const rows = await retryInterrupted(() => warehouse.rows({ sql, params }, Key, options));
  const keys = rows.map((row) => row[LEAD_ID]);
  const paid = new Set<string>();
  for (let from = 0; from < keys.length; from += KEYS_PER_LOOKUP) {
    const digests = keys.slice(from, from + KEYS_PER_LOOKUP);
    for (const key of await chargedBefore(db, accountId, { kind, digests, now })) paid.add(key);
  }
  return paid.size > 0 ? { keys, paid } : null;
}

/** As many of the leads, from the first one, as the credits pay for. */
export function coveredLeads(leads: number, repeats: Repeats | null, credits: number): CoveredLeads {
  if (!repeats) return { leads: Math.min(leads, credits), repeats: 0 };
  const covered: CoveredLeads = { leads: 0, repeats: 0 };
  for (const key of repeats.keys) {
    if (repeats.paid.has(key)) covered.repeats += 1;
    else if (covered.leads - covered.repeats >= credits) break;
    covered.leads += 1;
  }
  return covered;
}

/**
 * Remembers leads that an export sent, by their keys. Returns how many of them were free at its start. The
 * account's row is locked, so of two parallel exports of a lead, one pays for it.
 */
export async function rememberLeads(
  tx: Tx,
  accountId: string,
  sent: { database: LeadDatabase; keys: readonly string[]; exportedAt: Date },
): Promise<number> {
  const { database: kind, keys: digests, exportedAt: now } = sent;
  const freshUntil = addMonths(now, FREE_MONTHS);
  return digests.length - (await rememberNew(tx, accountId, { kind, digests, now, freshUntil }));
}
