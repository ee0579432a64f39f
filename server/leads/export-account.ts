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
  brokenOffExports,
  endExport,
  insertExport,
  lockOpenExport,
  ownerOfExport,
  touchExport,
} from './store.ts';

type Parts = Pick<Deps, 'database' | 'config' | 'clock'>;

/** An export that is paid for. */
export interface OpenExport {
  id: string;
  /** Notes how many leads are sent by now. False: it was ended meanwhile, and nothing more may be sent. */
  sent(leads: number): Promise<boolean>;
  /** Ends it: what was not sent is given back. */
  end(leads: number): Promise<void>;
}

/** An export that sent nothing for this long was broken off: its server was killed, say. */
const BROKEN_OFF_MS = 15 * 60_000;

/**
 * Opens an export of `leads` leads: the whole amount is taken first, in one transaction, so that two exports at the limit cannot both
 * pass (docs/deviations.md 15). Throws `access_denied` where the month's cap or the credits do not reach; then nothing is taken.
 */
export async function openExport(
  parts: Parts,
  accountId: string,
  database: LeadDatabase,
  leads: number,
): Promise<OpenExport> {
  const { db } = parts.database;
  await endBrokenOffExports(parts);
  const id = await transaction(db, async (tx) => {
    const now = new Date(parts.clock.now());
    const account = await lockGateAccount(tx, parts.config, accountId);
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
    sent: (count) => touchExport(db, id, count, new Date(parts.clock.now())),
    // Nothing is left to give back of what is sent whole.
    end: (count) =>
      count === leads ? endExport(db, id, leads, new Date(parts.clock.now())) : settle(parts, id, count),
  };
}

/**
 * Gives back what exports that were broken off had not sent. At the start of a server that is alone over its data (`alone`) every open
 * one is.
 */
export async function endBrokenOffExports(parts: Parts, alone = false): Promise<void> {
  const before = new Date(parts.clock.now() - (alone ? 0 : BROKEN_OFF_MS));
  for (const id of await brokenOffExports(parts.database.db, before)) await settle(parts, id, null);
}

/** `sent`: null takes what was noted last. */
async function settle(parts: Parts, id: string, sent: number | null): Promise<void> {
  await transaction(parts.database.db, async (tx) => {
    const accountId = await ownerOfExport(tx, id);
    if (accountId === undefined) return;
    // The account first, as everywhere: who deletes it has its row and takes those of its exports next.
    await lockGateAccount(tx, parts.config, accountId);
    const open = await lockOpenExport(tx, id);
    if (!open) return;
    const now = new Date(parts.clock.now());
    const count = Math.min(sent ?? open.sent, open.leads);
    await endExport(tx, id, count, now);
    const left = open.leads - count;
    if (left === 0) return;
    const { call } = LEAD_DATABASE_SHAPES[open.lead_database];
    await chargeAmount(tx, open.account_id, {
      amount: -left,
      counted: open.from_balance,
      reason: `${call}-unsent`,
    });
    if (!open.from_balance) await undoExportCount(tx, open.account_id, left, open.created_at, now);
  });
}
