import { trialDenial } from '#contract/access.ts';
import { CallError } from '#contract/errors.ts';
import type { LeadDatabase } from '#contract/leads.ts';
import { MONTHLY_EXPORT_CAP_LEADS } from '#contract/limits.ts';
import { MESSAGES } from '#contract/messages.ts';
import { pluralForm } from '#contract/plural.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { chargeAmount } from '../accounts/ledger.ts';
import { countExport } from '../accounts/monthly-exports.ts';
import { budgetSpent, spendBudget } from '../api-keys/budget.ts';
import { lockCredits, requireAccess } from '../api-keys/payer.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { assertRoom } from '../platform/disk/disk-space.ts';
import { LEAD_DATABASE_SHAPES } from './databases.ts';
import { type CoveredLeads, coveredLeads, createPaidLeads, type Repeats } from './earlier-exports.ts';
import { addSent, type ExportDeps, endOwnExport, type SentLeads } from './end-export.ts';
import type { LeadKeys } from './lead-keys.ts';
import { countOpenExports, insertExport, saveExportProgress } from './store.ts';

/** What else is stored in the transaction that charges for an export. Takes the export's id and leads. */
type AlsoCharged = (tx: Tx, id: string, leads: number) => Promise<void>;
/** What else is stored in the transaction that saves which leads are sent. Takes how many of them cost a credit. */
type AlsoSent = (tx: Tx, paid: number) => Promise<void>;

/** Which leads an account wants to export. */
interface WantedLeads {
  leads: number;
  /** those that are free */
  repeats: Repeats | null;
  /** only as many as the credits cover */
  affordable: boolean;
}

/** An export that is paid for. */
export interface OpenExport {
  id: string;
  /** the leads that can be sent */
  leads: number;
  /** those of them that are paid for; the others are free */
  paid: number;
  /** A plan covers what they cost. */
  ofPlan: boolean;
  /**
   * Saves which leads are sent, so that they are free the next time. Leads that are saved already don't count
   * again. Returns false if the export has ended; then no more leads can be sent, and `also` isn't called.
   */
  saveProgress(sent: SentLeads, also?: AlsoSent): Promise<boolean>;
  /**
   * Ends the export and refunds what was paid and not sent, or sent by another export meanwhile. Takes the
   * leads that aren't saved yet. Never rejects: if the database fails, it tries again in the background.
   */
  end(unsaved: SentLeads): Promise<void>;
}

/** Files that one account can download at the same time. */
const MAX_OPEN = 2;
const NO_LIMIT = { ofAccount: Number.POSITIVE_INFINITY, ofKey: Number.POSITIVE_INFINITY };

/**
 * Opens an export and charges for its leads, without repeats, in one transaction, so that parallel exports
 * can't exceed the limit (docs/deviations.md 15). With `affordable`, only as many as the credits cover. Throws
 * `access_denied`, without a charge, if the gate, the monthly cap or the credits don't allow it.
 */
export async function openExport(
  deps: ExportDeps,
  accountId: string,
  database: LeadDatabase,
  wanted: WantedLeads,
  also?: AlsoCharged,
): Promise<OpenExport> {
  const { db } = deps.database;
  assertRoom(deps.database.space);
  const { id, leads, repeats, unlimited } = await transaction(db, async (tx) => {
    const payer = await requirePayer(tx, deps, accountId, wanted);
    if ((await countOpenExports(tx, accountId)) >= MAX_OPEN) {
      throw new CallError('rate_limited', 'Two exports are already running. Try again when one is done.', {
        retryAfterSeconds: 10,
      });
    }
    const charged = await charge(tx, deps, { accountId, database, ...payer, delivered: false });
    await also?.(tx, charged, payer.leads);
    return { id: charged, ...payer };
  });
  const paidLeads = createPaidLeads(wanted.repeats);
  return {
    id,
    leads,
    paid: leads - repeats,
    ofPlan: unlimited,
    async saveProgress(sent, alsoSent) {
      const open = await transaction(db, async (tx) => {
        const added = await addSent(tx, deps, id, sent, paidLeads);
        if (!added) return null;
        const { count, row } = added;
        await saveExportProgress(tx, id, count, new Date(deps.clock.now()));
        const repeats = count.repeats_sent - row.repeats_sent;
        await alsoSent?.(tx, row.free ? 0 : count.sent - row.sent - repeats);
        return added;
      });
      open?.committed();
      return open !== null;
    },
    end: (unsaved) => endOwnExport(deps, id, unsaved, paidLeads),
  };
}

/**
 * Charges for leads that are ready to be sent, without repeats, in one transaction. Takes their keys. Throws
 * like `openExport`.
 */
export async function chargeReadyLeads(
  deps: ExportDeps,
  accountId: string,
  database: LeadDatabase,
  { keys, repeats: found }: { keys: LeadKeys; repeats: Repeats | null },
): Promise<void> {
  await transaction(deps.database.db, async (tx) => {
    const leads = keys.length;
    await requireCredits(tx, deps, accountId, { leads, cost: 0, isFree: true });
    const { hasTitlesInKeys = false, warehouse } = deps;
    const ready = { database, keys, exportedAt: new Date(deps.clock.now()), hasTitlesInKeys, warehouse };
    const { repeats } = deps.free
      ? { repeats: 0 }
      : await createPaidLeads(found).remember(tx, accountId, ready);
    const cost = leads - repeats;
    const { unlimited } = await requireCredits(tx, deps, accountId, { leads, cost, isFree: cost === 0 });
    await charge(tx, deps, { accountId, database, leads, repeats, unlimited, delivered: true });
  });
}

/**
 * Returns how many leads the account can export now: all of them, or with `affordable` as many as its credits
 * cover. Throws like `openExport`. Charges nothing.
 */
export async function requireExportAccess(
  deps: ExportDeps,
  accountId: string,
  wanted: WantedLeads,
): Promise<number> {
  const { leads } = await transaction(deps.database.db, (tx) => requirePayer(tx, deps, accountId, wanted));
  return leads;
}

/** Locks the account and returns which leads it can pay for, and whether its plan is unlimited. */
async function requirePayer(
  tx: Tx,
  deps: ExportDeps,
  accountId: string,
  { leads: wanted, repeats, affordable }: WantedLeads,
): Promise<CoveredLeads & { unlimited: boolean }> {
  const all = coveredLeads(wanted, repeats, Number.POSITIVE_INFINITY);
  const cost = affordable ? 0 : all.leads - all.repeats;
  // Without credits, an affordable export has the free leads before the first one that costs a credit.
  const least = affordable ? coveredLeads(wanted, repeats, 0) : all;
  const isFree = least.leads > 0 && least.leads === least.repeats;
  const { credits, unlimited } = await requireCredits(tx, deps, accountId, {
    leads: all.leads,
    cost,
    isFree,
  });
  return { ...(affordable ? coveredLeads(wanted, repeats, credits) : all), unlimited };
}

/**
 * Locks the account. Throws if the gate is closed, or if its credits or the API key's budget don't cover the
 * cost of the leads. An export that `isFree` needs neither.
 */
async function requireCredits(
  tx: Tx,
  deps: ExportDeps,
  accountId: string,
  { leads, cost, isFree }: { leads: number; cost: number; isFree: boolean },
): Promise<{ credits: number; unlimited: boolean }> {
  const account = await lockGateAccount(tx, deps.config, accountId);
  if (!account) throw new CallError('not_authenticated');
  requireAccess(deps, account, { free: isFree || deps.free });
  const now = new Date(deps.clock.now());
  const payer = { account, apiKeyId: deps.apiKeyId ?? null };
  const { ofAccount: credits, ofKey: budget } = deps.free ? NO_LIMIT : await lockCredits(tx, payer, now);
  if (credits < cost) {
    const canTry = trialDenial(account, { trialRequiresCard: deps.config.TRIAL_REQUIRES_CARD }) === null;
    throw new CallError('access_denied', MESSAGES.leads.creditsShort(leads, credits, cost), {
      details: { reason: 'no_credits', credits, leads, checkout: canTry ? 'trial' : 'subscription' },
    });
  }
  if (budget <= 0 && !isFree) throw budgetSpent(now);
  if (budget < cost)
    throw budgetSpent(
      now,
      `The monthly budget of the API key has ${budget} ${pluralForm(budget, 'credit')} left, and this export needs ${cost}. Export fewer leads.`,
    );
  return { credits: Math.min(credits, budget), unlimited: credits === Number.POSITIVE_INFINITY };
}

/** Charges for an export and adds it. Returns its id. The account's row is locked, and its credits suffice. */
async function charge(
  tx: Tx,
  deps: ExportDeps,
  {
    accountId,
    database,
    leads,
    repeats,
    unlimited,
    delivered,
  }: CoveredLeads & {
    accountId: string;
    database: LeadDatabase;
    unlimited: boolean;
    delivered: boolean;
  },
): Promise<string> {
  const now = new Date(deps.clock.now());
  const { free = false, apiKeyId = null } = deps;
  const cost = leads - repeats;
  const refused = free ? null : await countExport(tx, accountId, cost, { now, capped: unlimited });
  if (refused) {
    throw new CallError('access_denied', MESSAGES.leads.monthlyCap(cost, refused.left), {
      details: { reason: 'monthly_cap', cap: MONTHLY_EXPORT_CAP_LEADS, left: refused.left, leads: cost },
    });
  }
  const reason = LEAD_DATABASE_SHAPES[database].call;
  const fromBalance = !unlimited;
  const exportId = await insertExport(tx, {
    accountId,
    database,
    leads,
    repeats,
    fromBalance,
    free,
    apiKeyId,
    now,
    delivered,
  });
  if (!free) await chargeAmount(tx, accountId, { amount: cost, counted: fromBalance, reason, exportId });
  if (!free) await spendBudget(tx, apiKeyId, cost, now);
  return exportId;
}
