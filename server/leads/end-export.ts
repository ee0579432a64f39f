import { setTimeout as delay } from 'node:timers/promises';
import { lockGateAccount } from '../accounts/account.ts';
import { chargeAmount } from '../accounts/ledger.ts';
import { undoExportCount } from '../accounts/monthly-exports.ts';
import { refundBudget } from '../api-keys/budget.ts';
import { refundReason } from '../credits/reasons.ts';
import type { Deps } from '../deps.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { every } from '../platform/every.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { createPaidLeads, type PaidLeads } from './earlier-exports.ts';
import { forgetOldLeads } from './exported-leads.ts';
import { type LeadKeys, NO_KEYS } from './lead-keys.ts';
import { endExport, findExportOwner, listAbandonedExports, lockOpenExport, type SentCount } from './store.ts';

/** What charging for an export needs, and how it is charged. */
export type ExportDeps = Pick<Deps, 'database' | 'config' | 'clock' | 'log' | 'testing' | 'warehouse'> & {
  /** sample leads cost nothing (docs/deviations.md 11) */
  free?: boolean;
  /** Whether the keys of the table have titles. Otherwise, later exports also look for them as earlier keys. */
  hasTitlesInKeys?: boolean;
  /** the API key whose budget pays */
  apiKeyId?: string | null;
};

/** Leads that were sent, by their keys. */
export interface SentLeads {
  keys: LeadKeys;
  /** how many were sent before them */
  from: number;
}

/** An export without progress for this long is abandoned, for example because its server was killed. */
const ABANDONED_MS = 15 * 60_000;
const NOTHING_SENT: SentLeads = { keys: NO_KEYS, from: 0 };
const SWEEP_MS = 60_000;
/** Abandoned exports read at once. */
const STEP = 100;
/** The first delay before an export is ended again after a failure. It doubles, while the export isn't abandoned. */
const FIRST_RETRY_MS = 1000;

/**
 * Ends all abandoned exports, in steps, and refunds the leads they didn't send. With `exclusive`, at the start
 * of the only server that uses this database, every open export is abandoned. An export that can't be ended
 * is logged and stays open.
 */
export async function endAbandonedExports(deps: ExportDeps, exclusive = false): Promise<void> {
  const before = new Date(deps.clock.now() - (exclusive ? 0 : ABANDONED_MS));
  for (let after: string | null = null; ; ) {
    const ids = await listAbandonedExports(deps.database.db, before, { after, limit: STEP });
    for (const id of ids) {
      await endLeftExport(deps, id).catch((error: unknown) =>
        deps.log.error({ err: error, export: id }, 'ending an abandoned export failed'),
      );
    }
    after = ids.at(-1) ?? null;
    if (ids.length < STEP) return;
  }
}

/**
 * Ends abandoned exports of other servers and forgets old exported leads, once a minute. Returns a function that
 * stops it.
 */
export function startExportSweep(deps: ExportDeps): () => Promise<void> {
  return every(SWEEP_MS, async () => {
    try {
      await endAbandonedExports(deps);
      await forgetOldLeads(deps.database.db, new Date(deps.clock.now()));
    } catch (error) {
      deps.log.error({ err: error }, 'looking for abandoned exports failed');
    }
  });
}

type ExportRow = NonNullable<Awaited<ReturnType<typeof lockOpenExport>>>;

/**
 * Locks an export with its account, and remembers leads that it sent. Returns it with the leads sent in all;
 * null if it has ended.
 */
export async function addSent(
  tx: Tx,
  deps: ExportDeps,
  id: string,
  { keys, from }: SentLeads,
  paidLeads: PaidLeads,
): Promise<{ row: ExportRow; count: SentCount; committed(): void } | null> {
  const accountId = await findExportOwner(tx, id);
  if (accountId === undefined) return null;
  // Lock the account first: deleting an account locks the rows in the same order.
  await lockGateAccount(tx, deps.config, accountId);
  const row = await lockOpenExport(tx, id);
  if (!row) return null;
  // Leads whose saving succeeded, but not its response.
  const unsaved = keys.slice(Math.max(0, row.sent - from), Math.max(0, row.leads - from));
  const { hasTitlesInKeys = false, warehouse } = deps;
  const sent = {
    database: row.lead_database,
    keys: unsaved,
    exportedAt: row.created_at,
    hasTitlesInKeys,
    warehouse,
  };
  const { repeats, committed } = row.free
    ? { repeats: 0, committed: () => {} }
    : await paidLeads.remember(tx, accountId, sent);
  return {
    row,
    count: { sent: row.sent + unsaved.length, repeats_sent: row.repeats_sent + repeats },
    committed,
  };
}

/** Ends an export that an earlier process left open, and refunds what it didn't send. One that has ended stays as it is. */
export function endLeftExport(deps: ExportDeps, id: string): Promise<void> {
  return settle(deps, id, NOTHING_SENT, createPaidLeads(null));
}

/** Ends an export, with the leads it sent that aren't saved yet. */
async function settle(deps: ExportDeps, id: string, unsaved: SentLeads, paidLeads: PaidLeads): Promise<void> {
  await transaction(deps.database.db, async (tx) => {
    const open = await addSent(tx, deps, id, unsaved, paidLeads);
    if (!open) return;
    const { row, count } = open;
    const now = new Date(deps.clock.now());
    await endExport(tx, id, count, now);
    const refund = row.leads - row.repeats - (count.sent - count.repeats_sent);
    if (refund <= 0 || row.free) return;
    const { call } = LEAD_DATABASE_SHAPES[row.lead_database];
    await chargeAmount(tx, row.account_id, {
      amount: -refund,
      counted: row.from_balance,
      reason: refundReason(call),
      exportId: id,
    });
    await undoExportCount(tx, row.account_id, refund, row.created_at, now);
    await refundBudget(tx, row.api_key_id, refund, row.created_at);
  });
}

/**
 * Ends an export of this process, with the leads it sent that aren't saved yet. Never rejects: if that fails, it tries again in the
 * background, until it succeeds or the export is abandoned anyway.
 */
export async function endOwnExport(
  deps: ExportDeps,
  id: string,
  unsaved: SentLeads,
  paidLeads: PaidLeads,
): Promise<void> {
  const tryOnce = async () => {
    try {
      await settle(deps, id, unsaved, paidLeads);
      return true;
    } catch (error) {
      deps.log.error({ err: error }, 'ending an export failed');
      return false;
    }
  };
  if (await tryOnce()) return;
  const first = deps.testing?.pollMs ?? FIRST_RETRY_MS;
  void (async () => {
    for (let pause = first; pause < ABANDONED_MS / 2; pause *= 2) {
      await delay(pause, undefined, { ref: false });
      if (await tryOnce()) return;
    }
  })();
}
