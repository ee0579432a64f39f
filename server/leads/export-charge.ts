import { setTimeout as delay } from 'node:timers/promises';
import { CallError } from '#contract/errors.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import { MONTHLY_EXPORT_CAP_LEADS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { pluralForm } from '#contract/plural.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { requireAccess } from '../accounts/gate.ts';
import { chargeAmount, spendable } from '../accounts/ledger.ts';
import { countExport, undoExportCount } from '../accounts/monthly-exports.ts';
import { budgetSpent, lockBudget, refundBudget, spendBudget } from '../api-keys/budget.ts';
import type { Deps } from '../deps.ts';
import { type Tx, transaction } from '../platform/db.ts';
import { assertRoom } from '../platform/disk-space.ts';
import { every } from '../platform/every.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import {
  countOpenExports,
  endExport,
  findExportOwner,
  insertExport,
  listAbandonedExports,
  lockOpenExport,
  saveExportProgress,
} from './store.ts';

type ExportDeps = Pick<Deps, 'database' | 'config' | 'clock' | 'log' | 'testing'> & {
  /** sample leads cost nothing (docs/deviations.md 11) */
  free?: boolean;
  /** the API key whose budget pays */
  apiKeyId?: string | null;
};

/** An export that is paid for. */
export interface OpenExport {
  id: string;
  /** the leads that are paid for */
  leads: number;
  /**
   * Saves how many leads are sent so far. Returns false if the export has ended; then no more leads can be
   * sent.
   */
  saveProgress(leads: number): Promise<boolean>;
  /**
   * Ends the export and refunds the leads that were not sent. Never rejects: if the database fails, it tries
   * again in the background.
   */
  end(leads: number): Promise<void>;
}

/** An export without progress for this long is abandoned, for example because its server was killed. */
const ABANDONED_MS = 15 * 60_000;
/** Files that one account can download at the same time. */
const MAX_OPEN = 2;
/** Abandoned exports read at once. */
const STEP = 100;
/** The first delay before an export is ended again after a failure. It doubles, while the export isn't abandoned. */
const FIRST_RETRY_MS = 1000;

/**
 * Opens an export and charges for all its leads in one transaction, so that parallel exports can't exceed the
 * limit (docs/deviations.md 15). With `affordable`, only as many as the credits cover. Throws `access_denied`,
 * without a charge, if the gate, the monthly cap or the credits don't allow it.
 */
export async function openExport(
  deps: ExportDeps,
  accountId: string,
  database: LeadDatabase,
  wanted: number,
  { affordable }: { affordable: boolean } = { affordable: false },
): Promise<OpenExport> {
  const { db } = deps.database;
  assertRoom(deps.database.space);
  const { id, leads } = await transaction(db, (tx) =>
    charge(tx, deps, { accountId, database, leads: wanted, affordable, delivered: false }),
  );
  return {
    id,
    leads,
    saveProgress: (count) => saveExportProgress(db, id, count, new Date(deps.clock.now())),
    end: (count) =>
      untilDone(deps, () =>
        // A complete export needs no refund.
        count === leads ? endExport(db, id, leads, new Date(deps.clock.now())) : settle(deps, id, count),
      ),
  };
}

/** Charges for leads that are ready to be sent, in one transaction. Throws like `openExport`. */
export async function chargeReadyLeads(
  deps: ExportDeps,
  accountId: string,
  database: LeadDatabase,
  leads: number,
): Promise<void> {
  await transaction(deps.database.db, (tx) =>
    charge(tx, deps, { accountId, database, leads, affordable: false, delivered: true }),
  );
}

/**
 * Returns how many leads the account can pay for now: all of them, or with `affordable` as many as its credits
 * cover. Throws like `openExport`. Charges nothing.
 */
export async function requireExportAccess(
  deps: ExportDeps,
  accountId: string,
  wanted: number,
  affordable: boolean,
): Promise<number> {
  const { leads } = await transaction(deps.database.db, (tx) =>
    requirePayer(tx, deps, accountId, { leads: wanted, affordable }),
  );
  return leads;
}

/** Locks the account and returns whether its plan is unlimited, and how many leads it pays for. */
async function requirePayer(
  tx: Tx,
  deps: ExportDeps,
  accountId: string,
  { leads, affordable }: { leads: number; affordable: boolean },
): Promise<{ unlimited: boolean; leads: number }> {
  const account = await lockGateAccount(tx, deps.config, accountId);
  if (!account) throw new CallError('not_authenticated');
  requireAccess(deps, account);
  const credits = deps.free ? Number.POSITIVE_INFINITY : spendable(account);
  const now = new Date(deps.clock.now());
  const budget = deps.free ? Number.POSITIVE_INFINITY : await lockBudget(tx, deps.apiKeyId ?? null, now);
  if (credits < leads && !affordable) {
    throw new CallError('access_denied', MESSAGES.leads.creditsShort(leads, credits), {
      details: { reason: 'no_credits', credits, leads, checkout: 'subscription' },
    });
  }
  if (budget <= 0) throw budgetSpent(now);
  if (budget < leads && !affordable)
    throw budgetSpent(
      now,
      `The monthly budget of the API key has ${budget} ${pluralForm(budget, 'credit')} left, and this export needs ${leads}. Export fewer leads.`,
    );
  return { unlimited: credits === Number.POSITIVE_INFINITY, leads: Math.min(leads, credits, budget) };
}

async function charge(
  tx: Tx,
  deps: ExportDeps,
  {
    accountId,
    database,
    delivered,
    ...wanted
  }: {
    accountId: string;
    database: LeadDatabase;
    leads: number;
    affordable: boolean;
    delivered: boolean;
  },
): Promise<{ id: string; leads: number }> {
  const now = new Date(deps.clock.now());
  const { unlimited, leads } = await requirePayer(tx, deps, accountId, wanted);
  if (!delivered && (await countOpenExports(tx, accountId)) >= MAX_OPEN) {
    throw new CallError('rate_limited', 'Two exports are already running. Try again when one is done.', {
      retryAfterSeconds: 10,
    });
  }
  const { free = false, apiKeyId = null } = deps;
  if (!free && !(await countExport(tx, accountId, leads, { now, capped: unlimited }))) {
    throw new CallError('access_denied', MESSAGES.leads.monthlyCap(leads), {
      details: { reason: 'monthly_cap', cap: MONTHLY_EXPORT_CAP_LEADS, leads },
    });
  }
  const reason = LEAD_DATABASE_SHAPES[database].call;
  if (!free) await chargeAmount(tx, accountId, { amount: leads, counted: !unlimited, reason });
  if (!free) await spendBudget(tx, apiKeyId, leads, now);
  const fromBalance = !unlimited;
  const id = await insertExport(tx, {
    accountId,
    database,
    leads,
    fromBalance,
    free,
    apiKeyId,
    now,
    delivered,
  });
  return { id, leads };
}

/**
 * Runs `work`, and again in the background if it fails, until it succeeds or the export is abandoned anyway.
 * Returns after the first try.
 */
async function untilDone(deps: ExportDeps, work: () => Promise<void>): Promise<void> {
  const tryOnce = async () => {
    try {
      await work();
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
      await settle(deps, id, null).catch((error: unknown) =>
        deps.log.error({ err: error, export: id }, 'ending an abandoned export failed'),
      );
    }
    after = ids.at(-1) ?? null;
    if (ids.length < STEP) return;
  }
}

const SWEEP_MS = 60_000;

/** Ends abandoned exports of other servers once a minute. Returns a function that stops it. */
export function startExportSweep(deps: ExportDeps): () => Promise<void> {
  return every(SWEEP_MS, () =>
    endAbandonedExports(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'looking for abandoned exports failed'),
    ),
  );
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
    if (unsent === 0 || open.free) return;
    const { call } = LEAD_DATABASE_SHAPES[open.lead_database];
    await chargeAmount(tx, open.account_id, {
      amount: -unsent,
      counted: open.from_balance,
      reason: `${call}-unsent`,
    });
    await undoExportCount(tx, open.account_id, unsent, open.created_at, now);
    await refundBudget(tx, open.api_key_id, unsent, open.created_at);
  });
}
