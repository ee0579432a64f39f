import type { RawBuilder } from 'kysely';
import { type GateAccount, spendable } from '#contract/access.ts';
import { type AccountView, type Credits, type Plan, trialDaysLeft } from '#contract/account.ts';
import { TRIAL_DAYS } from '#contract/limits.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/database/db.ts';
import { grantFirstCredits } from './first-credits.ts';
import { monthlyExports, nextReset } from './monthly-exports.ts';
import {
  type AccountRow,
  findAccount,
  findAccounts,
  findAccountView,
  insertAccount,
  lockAccount,
} from './store.ts';

/**
 * The plan of an account as it applies: as stored, or unlimited for staff (spec accounts §4 Privileged
 * addresses, §6).
 */
export interface EffectivePlan {
  plan: Plan;
  credits: Credits;
  isTrial: boolean;
  hasPaymentMethod: boolean;
  isStaff: boolean;
}

type EffectivePlanRow = Pick<
  AccountRow,
  'email' | 'email_confirmed_at' | 'plan' | 'is_trial' | 'has_payment_method' | 'balance'
>;

/**
 * A listed address must be confirmed to be staff, because anyone can sign up with any address
 * (docs/deviations.md 7).
 */
export function effectivePlan(row: EffectivePlanRow, config: Pick<Config, 'STAFF_EMAILS'>): EffectivePlan {
  if (row.email_confirmed_at && config.STAFF_EMAILS.includes(row.email)) {
    return { plan: 'unlimited', credits: 'unlimited', isTrial: false, hasPaymentMethod: true, isStaff: true };
  }
  return {
    plan: row.plan,
    credits: row.plan === 'unlimited' ? 'unlimited' : row.balance,
    isTrial: row.is_trial,
    hasPaymentMethod: row.has_payment_method,
    isStaff: false,
  };
}

type GateConfig = Pick<Config, 'STAFF_EMAILS' | 'STRIPE_SECRET_KEY'>;

/** A payment is due only at the provider that the server uses now. */
export function paymentIsDue(row: Pick<AccountRow, 'payment_due_at'>, config: GateConfig): boolean {
  return row.payment_due_at === (config.STRIPE_SECRET_KEY ? 'stripe' : 'test');
}

/** Reads what the gate needs; null if the account doesn't exist. In a transaction, pass it as `db`. */
export async function findGateAccount(
  db: Db,
  config: GateConfig,
  accountId: string,
): Promise<GateAccount | null> {
  const row = await findAccount(db, accountId);
  return row ? gateAccount(row, config) : null;
}

/** The credits that these accounts can spend, by account. Infinity: nothing costs them credits. Disabled ones are missing. */
export async function spendableCredits(
  db: Db,
  config: Pick<Config, 'STAFF_EMAILS'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await findAccounts(db, ids);
  return new Map(
    rows.filter((row) => !row.disabled_at).map((row) => [row.id, spendable(effectivePlan(row, config))]),
  );
}

/** Those of these accounts that aren't disabled. */
export async function enabledAccounts(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await findAccounts(db, ids);
  return new Set(rows.flatMap(({ id, disabled_at }) => (disabled_at ? [] : [id])));
}

/** Reads what decides whether an API key of an account works; null if the account doesn't exist. */
export async function findKeyOwner(
  db: Db,
  config: GateConfig,
  accountId: string,
): Promise<{
  email: string;
  plan: Plan;
  isStaff: boolean;
  paymentDue: boolean;
  disabled: boolean;
} | null> {
  const row = await findAccount(db, accountId);
  if (!row) return null;
  const { plan, isStaff } = effectivePlan(row, config);
  return {
    email: row.email,
    plan,
    isStaff,
    paymentDue: paymentIsDue(row, config),
    disabled: row.disabled_at !== null,
  };
}

/**
 * Like `findGateAccount`, but locks the account's row until the transaction ends. Use it before charging. A
 * disabled account counts as missing, so that it starts nothing and its tasks stop.
 */
export async function lockGateAccount(
  tx: Tx,
  config: GateConfig,
  accountId: string,
): Promise<GateAccount | null> {
  const row = await lockAccount(tx, accountId);
  return row && !row.disabled_at ? gateAccount(row, config) : null;
}

function gateAccount(row: AccountRow, config: GateConfig): GateAccount {
  return {
    ...effectivePlan(row, config),
    paymentDue: paymentIsDue(row, config),
    emailConfirmed: row.email_confirmed_at !== null,
    createdAt: row.created_at.getTime(),
  };
}

/** What other parts of the server know about an account, as SQL, so that one statement reads it all. */
export interface AccountFacts {
  /** how many tasks it has */
  tasks(accountId: string): RawBuilder<number>;
  /** Whether the unlimited plan still comes with a trial. `email` is in lower case. */
  trialAvailable(account: { accountId: string; email: string }): RawBuilder<boolean>;
}

/** The account as its owner sees it; null if it doesn't exist. Every page asks for it, so it is one statement. */
export async function viewAccount(
  deps: Pick<Deps, 'database' | 'config' | 'clock'>,
  account: { accountId: string; email: string },
  { tasks, trialAvailable }: AccountFacts,
): Promise<AccountView | null> {
  const row = await findAccountView(deps.database.db, account.accountId, {
    tasks: tasks(account.accountId),
    trialAvailable: trialAvailable(account),
  });
  if (!row) return null;
  const createdAt = row.created_at.getTime();
  const now = new Date(deps.clock.now());
  return {
    id: row.id,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    paymentDue: paymentIsDue(row, deps.config),
    hasPassword: row.has_password === true,
    passwordEnded: row.password_ended_at !== null,
    name: row.name,
    phone: row.phone,
    ...effectivePlan(row, deps.config),
    creditsUsed: row.credits_used,
    creditsGranted: row.balance + row.credits_used,
    creditsIncluded: row.credits_included,
    totalTasks: Number(row.tasks),
    trialDaysLeft: trialDaysLeft(createdAt, now.getTime(), TRIAL_DAYS),
    trialRequiresCard: deps.config.TRIAL_REQUIRES_CARD,
    trialAvailable: row.trial_available,
    monthlyExports: monthlyExports(row, now),
    monthlyExportsResetAt: nextReset(row, now).toISOString(),
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * Creates an account and grants its first credits, unless the mailbox has or had an account. `email` is in
 * lower case, `userMetadata` includes the name and phone number, and `reason` goes into the ledger. null: the
 * email is taken.
 */
export async function createAccount(
  tx: Tx,
  deps: Pick<Deps, 'secrets'>,
  account: {
    email: string;
    passwordHash: string | null;
    userMetadata: Record<string, unknown> & { name?: string; phoneNumber?: string | null };
    now: Date;
    firstCredits: number;
    reason: string;
  },
): Promise<{ id: string } | null> {
  const row = await insertAccount(tx, {
    ...account,
    name: account.userMetadata.name ?? '',
    phone: account.userMetadata.phoneNumber ?? null,
  });
  if (!row) return null;
  const { email, now, firstCredits: credits, reason } = account;
  await grantFirstCredits(tx, deps, { id: row.id, email, now }, { credits, reason });
  return { id: row.id };
}
