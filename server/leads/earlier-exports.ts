import type { LeadFilters } from '#contract/lead-filters.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import { MONTHLY_EXPORT_CAP_LEADS } from '#contract/limits.ts';
import { keysQuery } from '#engines/lead-query/lead-query.ts';
import type { LeadTable } from '#engines/lead-query/lead-table.ts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { addMonths } from '../platform/months.ts';
import type { Warehouse } from '../platform/warehouse/warehouse.ts';
import { retryInterrupted } from '../platform/warehouse/warehouse-errors.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { addBlock, type ExportedBy, findExported, readBlocks } from './exported-leads.ts';
import { earlierIdentity } from './key-sql.ts';
import { createKeySet, type KeySet, keysFromBytes, type LeadKeys, NO_KEYS } from './lead-keys.ts';
import { rememberable } from './rememberable-leads.ts';

/** How long a lead that was exported is free. */
export const FREE_MONTHS = 12;
/** Leads to look for before an export. Larger exports are refunded for their repeats at the end. */
const MAX_COMPARED = MONTHLY_EXPORT_CAP_LEADS;
const KEYS_SECONDS = 60;
const DAY_MS = 86_400_000;

/** Leads of an export that the account paid for before. */
export interface Repeats {
  /** the keys of all leads, in the order of the export */
  keys: LeadKeys;
  /** the same, as a set */
  all: KeySet;
  /** those of them that the account paid for */
  paid: KeySet;
  /** the account's last block (exported-leads.ts) that they were compared with */
  upTo: number;
}

/** The first leads of an export, and how many of them are free. */
export interface CoveredLeads {
  leads: number;
  repeats: number;
}

/**
 * Looks for leads that the account paid for in the last 12 months, among the first `most`; null if it paid for none, or if
 * there are too many leads. What is found stays free while the export runs.
 */
export async function findRepeats(
  { database: { db }, warehouse, clock }: Pick<Deps, 'database' | 'warehouse' | 'clock'>,
  accountId: string,
  wanted: { database: LeadDatabase; table: LeadTable; filters: LeadFilters; most: number },
  signal?: AbortSignal,
): Promise<Repeats | null> {
  const { database, table, filters, most } = wanted;
  const by = { accountId, database, now: new Date(clock.now()) };
  const exported = await findExported(db, by);
  if (!exported.any) return null;
  const earlierKey = exported.earlier ? earlierIdentity(LEAD_DATABASE_SHAPES[database]) : null;
  // One more than are compared, to know whether there are more.
  const { sql, params } = keysQuery(table, filters, { most: Math.min(most, MAX_COMPARED + 1), earlierKey });
  const options = { seconds: KEYS_SECONDS, ...(signal ? { signal } : {}) };
  const read = await retryInterrupted(async () => {
    const pieces: Buffer[] = [];
    for await (const piece of warehouse.bytes({ sql, params }, 'RowBinary', options)) pieces.push(piece);
    return keysFromBytes(Buffer.concat(pieces));
  });
  const keys = earlierKey ? read.filter((_, index) => index % 2 === 0) : read;
  if (keys.length > MAX_COMPARED) return null;
  const earlier = earlierKey ? read.filter((_, index) => index % 2 === 1) : NO_KEYS;
  return { keys, ...(await findPaid(db, by, keys, earlier)) };
}

/**
 * Those of the keys that are in the account's blocks, by themselves or by their `earlier` keys, in the same order. Two
 * people with the same earlier key were one lead, so they are both free.
 */
async function findPaid(
  db: Db,
  by: ExportedBy,
  keys: LeadKeys,
  earlier: LeadKeys = NO_KEYS,
): Promise<Omit<Repeats, 'keys'>> {
  const wanted = createKeySet(keys);
  const others = earlier.filter((key, index) => key !== keys[index]);
  const wantedEarlier = createKeySet(others);
  const paid = createKeySet();
  const paidEarlier = createKeySet();
  let upTo = 0;
  for await (const block of readBlocks(db, by, 0)) {
    paid.addAll(wanted.common(block.keys));
    if (others.length > 0) paidEarlier.addAll(wantedEarlier.common(block.keys));
    upTo = block.id;
  }
  if (others.length > 0) {
    const marks = paidEarlier.marks(earlier);
    paid.addAll(keys.filter((_, index) => marks[index] === 1));
  }
  return { all: wanted, paid, upTo };
}

/** As many of the leads, from the first one, as the credits pay for. */
export function coveredLeads(leads: number, repeats: Repeats | null, credits: number): CoveredLeads {
  if (!repeats) return { leads: Math.min(leads, credits), repeats: 0 };
  const covered: CoveredLeads = { leads: 0, repeats: 0 };
  for (const isPaid of repeats.paid.marks(repeats.keys)) {
    if (isPaid) covered.repeats += 1;
    else if (covered.leads - covered.repeats >= credits) break;
    covered.leads += 1;
  }
  return covered;
}

/** What an export knows of the leads that the account paid for. It doesn't outlive the export's process. */
export interface PaidLeads {
  /**
   * Remembers leads that the export sent. Returns how many of them are free, and what to call after the commit.
   * The account's row is locked, so of two parallel exports of a lead, one pays for it. Stores nothing about people who were
   * erased meanwhile.
   */
  remember(
    tx: Tx,
    accountId: string,
    sent: {
      database: LeadDatabase;
      keys: LeadKeys;
      exportedAt: Date;
      hasTitlesInKeys: boolean;
      warehouse: Warehouse;
    },
  ): Promise<{ repeats: number; committed(): void }>;
}

/** `repeats` is null if the account had paid for no leads, or if they are too many to compare. */
export function createPaidLeads(repeats: Repeats | null): PaidLeads {
  // Paid for before, by this export, or by another one since.
  const paid = repeats?.paid.copy() ?? createKeySet();
  const compared = repeats?.all ?? null;
  let upTo = repeats?.upTo ?? 0;
  /** in `paid`, but not known to be committed */
  let uncommitted = NO_KEYS;
  return {
    async remember(tx, accountId, { database, keys, exportedAt, hasTitlesInKeys, warehouse }) {
      if (uncommitted.length > 0) paid.removeAll(uncommitted);
      uncommitted = NO_KEYS;
      if (keys.length === 0) return { repeats: 0, committed: () => {} };
      const by = { accountId, database, now: exportedAt };
      for await (const block of readBlocks(tx, by, upTo)) {
        paid.addAll(block.keys);
        upTo = block.id;
      }
      // Leads that were added to the table since the comparison.
      const others = compared?.missing(keys) ?? NO_KEYS;
      if (others.length > 0) {
        paid.addAll((await findPaid(tx, by, others)).paid.common(others));
        compared?.addAll(others);
      }
      const added = paid.addMissing(keys);
      uncommitted = added;
      let block = upTo;
      const stored = await rememberable(tx, warehouse, { database, keys: added, exportedAt });
      if (stored.length > 0) {
        block = await addBlock(tx, by, {
          keys: stored,
          freshUntil: freshUntil(exportedAt),
          hasEarlierKeys: !hasTitlesInKeys,
        });
      }
      return {
        repeats: keys.length - added.length,
        committed: () => {
          uncommitted = NO_KEYS;
          upTo = block;
        },
      };
    },
  };
}

/** Until when an exported lead is free: to the end of a day, so that the leads of a day can share a block. */
export function freshUntil(exportedAt: Date): Date {
  return endOfDay(addMonths(exportedAt, FREE_MONTHS));
}

/** The end of the UTC day of a time. */
export function endOfDay(time: Date): Date {
  return new Date(Math.ceil(time.getTime() / DAY_MS) * DAY_MS);
}
