import { CallError } from '#contract/errors.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import { MONTHLY_EXPORT_CAP_LEADS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { chargeAmount, spendable } from '../accounts/ledger.ts';
import { countExport, undoExportCount } from '../accounts/monthly-exports.ts';
import type { Deps } from '../deps.ts';
import { transaction } from '../platform/db.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import {
  endExport,
  findExportOwner,
  insertExport,
  listAbandonedExports,
  lockOpenExport,
  saveExportProgress,
} from './store.ts';

type ExportDeps = Pick<Deps, 'database' | 'config' | 'clock'>;

/** An export that is paid for. */
export interface OpenExport {
  id: string;
  /**
   * Saves how many leads are sent so far. Returns false if the export has ended; then no more leads can be
   * sent.
   */
  saveProgress(leads: number): Promise<boolean>;
  /** Ends the export and refunds the leads that were not sent. */
  end(leads: number): Promise<void>;
}

/** An export without progress for this long is abandoned, for example because its server was killed. */
const ABANDONED_MS = 15 * 60_000;

/**
 * Opens an export and charges for all its leads in one transaction, so that parallel exports can't exceed the
 * limit (docs/deviations.md 15). Throws `access_denied`, without a charge, if the monthly cap or the credits
 * don't cover it.
 */
export async function openExport(
  deps: ExportDeps,
  accountId: string,
  database: LeadDatabase,
  leads: number,
): Promise<OpenExport> {
  const { db } = deps.database;
  await endAbandonedExports(deps);
  const id = await transaction(db, async (tx) => {
    const now = new Date(deps.clock.now());
    const account = await lockGateAccount(tx, deps.config, accountId);
    if (!account) throw new CallError('not_authenticated');
    const credits = spendable(account);
    const unlimited = credits === Number.POSITIVE_INFINITY;
    if (unlimited && !(await countExport(tx, accountId, leads, now))) {
      throw new CallError('access_denied', MESSAGES.leads.monthlyCap(leads), {
        details: { reason: 'monthly_cap', cap: MONTHLY_EXPORT_CAP_LEADS, leads },
      });
    }
    if (credits < leads) {
      throw new CallError('access_denied', MESSAGES.leads.creditsShort(leads, credits), {
        details: { reason: 'no_credits', credits, leads, checkout: 'subscription' },
      });
    }
    const reason = LEAD_DATABASE_SHAPES[database].call;
    await chargeAmount(tx, accountId, { amount: leads, counted: !unlimited, reason });
    return insertExport(tx, { accountId, database, leads, fromBalance: !unlimited, now });
  });
  return {
    id,
    saveProgress: (count) => saveExportProgress(db, id, count, new Date(deps.clock.now())),
    // A complete export needs no refund.
    end: (count) =>
      count === leads ? endExport(db, id, leads, new Date(deps.clock.now())) : settle(deps, id, count),
  };
}

/**
 * Ends abandoned exports and refunds the leads they didn't send. With `exclusive`, at the start of the only
 * server that uses this database, every open export is abandoned.
 */
export async function endAbandonedExports(deps: ExportDeps, exclusive = false): Promise<void> {
  const before = new Date(deps.clock.now() - (exclusive ? 0 : ABANDONED_MS));
  for (const id of await listAbandonedExports(deps.database.db, before)) await settle(deps, id, null);
}

/** `sent` is the number of leads sent; null uses the last saved progress. */
async function settle(deps: ExportDeps, id: string, sent: number | null): Promise<void> {
  await transaction(deps.database.db, async (tx) => {
    const accountId = await findExportOwner(tx, id);
    if (accountId === undefined) return;
    // Lock the account first: deleting an account locks the rows in the same order.
    await lockGateAccount(tx, deps.config, accountId);
    const open = await lockOpenExport(tx, id);
    if (!open) return;
    const now = new Date(deps.clock.now());
    const count = Math.min(sent ?? open.sent, open.leads);
    await endExport(tx, id, count, now);
    const unsent = open.leads - count;
    if (unsent === 0) return;
    const { call } = LEAD_DATABASE_SHAPES[open.lead_database];
    await chargeAmount(tx, open.account_id, {
      amount: -unsent,
      counted: open.from_balance,
      reason: `${call}-unsent`,
    });
    if (!open.from_balance) await undoExportCount(tx, open.account_id, unsent, open.created_at, now);
  });
}
