import type { GateAccount } from '#contract/access.ts';
import { type AccountView, type Credits, type Plan, trialDaysLeft } from '#contract/account.ts';
import { TRIAL_DAYS } from '#contract/limits.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import type { Db, Tx } from '../platform/db.ts';
import { hadAccount } from './former-email.ts';
import { openLedger } from './ledger.ts';
import { monthlyExports } from './monthly-exports.ts';
import { type AccountRow, findAccount, hasPassword, insertAccount, lockAccount } from './store.ts';

/** What an account may do: as stored, or raised for staff (spec accounts §4 Privileged addresses, §6). */
export interface Standing {
  plan: Plan;
  credits: Credits;
  isTrial: boolean;
  hasPaymentMethod: boolean;
  isStaff: boolean;
}

type StandingRow = Pick<
  AccountRow,
  'email' | 'email_confirmed_at' | 'plan' | 'is_trial' | 'has_payment_method' | 'balance'
>;

/** A listed address is staff only once it is confirmed: anybody can sign up with any address (docs/deviations.md 7). */
export function standing(row: StandingRow, config: Pick<Config, 'STAFF_EMAILS'>): Standing {
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

/** What the gate needs to know of an account; null when there is none. Inside a transaction pass it as `db`. */
export async function findGateAccount(
  db: Db,
  config: Pick<Config, 'STAFF_EMAILS'>,
  accountId: string,
): Promise<GateAccount | null> {
  const row = await findAccount(db, accountId);
  return row ? gateAccount(row, config) : null;
}

/** As `findGateAccount`, with the account's row locked until the transaction ends: for charging it. */
export async function lockGateAccount(
  tx: Tx,
  config: Pick<Config, 'STAFF_EMAILS'>,
  accountId: string,
): Promise<GateAccount | null> {
  const row = await lockAccount(tx, accountId);
  return row ? gateAccount(row, config) : null;
}

function gateAccount(row: AccountRow, config: Pick<Config, 'STAFF_EMAILS'>): GateAccount {
  return { ...standing(row, config), createdAt: row.created_at.getTime() };
}

/** What an account has used: its tasks, and the credits they cost. */
export interface AccountTotals {
  tasks: number;
  credits: number;
}

/** The account as its owner sees it; null when it does not exist. */
export async function viewAccount(
  deps: Pick<Deps, 'database' | 'config' | 'clock'>,
  accountId: string,
  totalsOf: (accountId: string) => Promise<AccountTotals>,
): Promise<AccountView | null> {
  const row = await findAccount(deps.database.db, accountId);
  if (!row) return null;
  const totals = await totalsOf(accountId);
  const createdAt = row.created_at.getTime();
  return {
    id: row.id,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    hasPassword: await hasPassword(deps.database.db, accountId),
    name: row.name,
    phone: row.phone,
    ...standing(row, deps.config),
    creditsUsed: totals.credits,
    totalTasks: totals.tasks,
    trialDaysLeft: trialDaysLeft(createdAt, deps.clock.now(), TRIAL_DAYS),
    trialRequiresCard: deps.config.TRIAL_REQUIRES_CARD,
    monthlyExports: monthlyExports(row, new Date(deps.clock.now())),
    createdAt: row.created_at.toISOString(),
  };
}

/**
 * Makes an account with its first credits through the ledger, none where the address had an account before. `email` is in lower
 * case, `userMetadata` holds the name and phone number too; `reason` is the ledger's word. null: the email is taken.
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
  if (!(await hadAccount(tx, deps, account.email))) {
    await openLedger(tx, row.id, account.firstCredits, account.reason);
  }
  return { id: row.id };
}
