import { decideAccess, type GateAccount, spendable } from '#contract/access.ts';
import type { Balance } from '#contract/api-keys.ts';
import { CallError } from '#contract/errors.ts';
import { findGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { budgetLeft, budgetSpent, calendarMonth, nextMonth, spentIn } from './budget.ts';
import { findKeys } from './store.ts';

/**
 * Who pays for work: an account (null: it doesn't exist), and the API key whose budget pays, too. With the unlimited
 * plan, nothing costs the account credits (contract/access.ts), but a budget still counts.
 */
export interface Payer {
  account: GateAccount | null;
  apiKeyId: string | null;
}

type GateDeps = Pick<Deps, 'config' | 'clock'>;

/**
 * The gate before everything that can cost credits (spec accounts §4). Throws a 402 if the account has no access, with
 * the reason and the checkout that grants access. What is `free` needs no credits.
 */
export function requireAccess(
  { config, clock }: GateDeps,
  account: GateAccount | null,
  { free = false }: { free?: boolean | undefined } = {},
): void {
  const { TRIAL_REQUIRES_CARD: trialRequiresCard } = config;
  const decision = decideAccess(account, clock.now(), { trialRequiresCard, free });
  if (!decision.allowed) throw new CallError('access_denied', decision.message, { details: decision });
}

/** The gate, and a 402 if the key has no budget left. What is `free` needs neither credits nor a budget. */
export async function requirePayer(
  db: Db,
  deps: GateDeps,
  { account, apiKeyId }: Payer,
  { free = false }: { free?: boolean } = {},
): Promise<void> {
  requireAccess(deps, account, { free });
  const now = new Date(deps.clock.now());
  if (!free && (await budgetLeft(db, apiKeyId, now, { lock: false })) <= 0) throw budgetSpent(now);
}

/** Whether `requirePayer` doesn't throw. */
export async function canPay(db: Db, deps: GateDeps, payer: Payer): Promise<boolean> {
  try {
    await requirePayer(db, deps, payer);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}

export function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.code === 'access_denied';
}

/** The credits that work can cost. Infinity: the account isn't charged, the key has no budget. */
export interface PayerCredits {
  ofAccount: number;
  ofKey: number;
  /** the smaller one */
  least: number;
}

/** The credits that a payer can spend now. */
export function readCredits(db: Db, payer: Payer, now: Date): Promise<PayerCredits> {
  return payerCredits(db, payer, now, { lock: false });
}

/**
 * Like `readCredits`, with the row of the key locked until the transaction ends. Lock the account's row first. A
 * charge must not exceed it.
 */
export function lockCredits(tx: Tx, payer: Payer, now: Date): Promise<PayerCredits> {
  return payerCredits(tx, payer, now, { lock: true });
}

async function payerCredits(
  db: Db,
  { account, apiKeyId }: Payer,
  now: Date,
  options: { lock: boolean },
): Promise<PayerCredits> {
  const ofAccount = account ? spendable(account) : 0;
  const ofKey = await budgetLeft(db, apiKeyId, now, options);
  return { ofAccount, ofKey, least: Math.min(ofAccount, ofKey) };
}

/** What the caller can spend: the account's credits, and the budget of the key that the request came with. */
export async function readBalance(
  { database: { db }, config, clock }: Pick<Deps, 'config' | 'clock' | 'database'>,
  { accountId, apiKey }: Session,
): Promise<Balance> {
  const account = await findGateAccount(db, config, accountId);
  if (!account) throw new CallError('not_authenticated');
  const { plan, credits } = account;
  const key = apiKey && (await findKeys(db, accountId)).find(({ id }) => id === apiKey.id);
  if (!key) return { plan, credits, key: null };
  const now = new Date(clock.now());
  const { name, monthly_budget: monthlyBudget } = key;
  const spentThisMonth = spentIn(calendarMonth(now), key);
  const leftThisMonth = monthlyBudget === null ? null : Math.max(0, monthlyBudget - spentThisMonth);
  const resetsAt = nextMonth(now).toISOString();
  return { plan, credits, key: { name, monthlyBudget, spentThisMonth, leftThisMonth, resetsAt } };
}
