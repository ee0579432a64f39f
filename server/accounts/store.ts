import { type RawBuilder, sql } from 'kysely';
import type { Plan } from '#contract/account.ts';
import type { Db, Tx } from '../platform/database/db.ts';

/** The columns of an account that its plan, gate and view need. */
const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'name',
  'phone',
  'email_confirmed_at',
  'user_metadata',
  'plan',
  'is_trial',
  'has_payment_method',
  'payment_due_at',
  'password_ended_at',
  'balance',
  'credits_used',
  'credits_included',
  'monthly_exports',
  'last_reset_at',
  'last_sign_in_at',
  'disabled_at',
  'created_at',
  'updated_at',
] as const;

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export function findAccounts(db: Db, ids: readonly string[]) {
  return db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', 'in', ids).execute();
}

export function findAccount(db: Db, id: string) {
  return db.selectFrom('accounts').select(ACCOUNT_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Reads an account and locks its row until the transaction ends. */
export function lockAccount(tx: Tx, id: string) {
  return tx
    .selectFrom('accounts')
    .select(ACCOUNT_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export interface NewAccount {
  email: string;
  name: string;
  phone: string | null;
  passwordHash: string | null;
  userMetadata: Record<string, unknown>;
  now: Date;
}

/** Inserts an account with a balance of 0. null: the email is taken, possibly by a concurrent request. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<AccountRow | null> {
  const row = await tx
    .insertInto('accounts')
    .values({
      email: account.email,
      name: account.name,
      phone: account.phone,
      password_hash: account.passwordHash,
      user_metadata: JSON.stringify(account.userMetadata),
      balance: 0,
      last_sign_in_at: account.now,
      last_reset_at: account.now,
      created_at: account.now,
      updated_at: account.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(ACCOUNT_COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

export async function updateProfileRow(
  tx: Tx,
  id: string,
  profile: { name: string; phone: string | null; userMetadata: Record<string, unknown>; now: Date },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      name: profile.name,
      phone: profile.phone,
      user_metadata: JSON.stringify(profile.userMetadata),
      updated_at: profile.now,
    })
    .where('id', '=', id)
    .execute();
}

export async function updatePlanRow(
  tx: Tx,
  id: string,
  plan: { plan: Plan; isTrial: boolean; hasPaymentMethod: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      plan: plan.plan,
      is_trial: plan.isTrial,
      has_payment_method: plan.hasPaymentMethod,
      updated_at: plan.now,
    })
    .where('id', '=', id)
    .execute();
}

/** `dueAt`: the provider where a payment of the account is due; null: nowhere. false: it was the same. */
export async function updatePaymentDue(
  tx: Tx,
  id: string,
  dueAt: 'stripe' | 'test' | null,
): Promise<boolean> {
  const changed = await tx
    .updateTable('accounts')
    .set({ payment_due_at: dueAt })
    .where('id', '=', id)
    .where('payment_due_at', 'is distinct from', dueAt)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function updateExports(
  tx: Tx,
  id: string,
  exports: { count: number; resetAt: Date },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ monthly_exports: exports.count, last_reset_at: exports.resetAt })
    .where('id', '=', id)
    .execute();
}

/** Finds the account of an address in lower case. */
export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email_confirmed_at'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** SQL: the ids of the accounts whose address reaches a mailbox. */
export function mailboxAccounts(mailbox: string): RawBuilder<string> {
  return sql<string>`select id from accounts where mailbox_of(email) = ${mailbox}`;
}

/** The ids of the accounts whose address reaches a mailbox. */
export async function findMailboxAccounts(db: Db, mailbox: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${mailboxAccounts(mailbox)}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function withholdCredits(tx: Tx, id: string, credits: number): Promise<void> {
  await tx.updateTable('accounts').set({ withheld_credits: credits }).where('id', '=', id).execute();
}

/** Sets the withheld credits to 0 and returns how many there were. The account's row is locked. */
export async function takeWithheldCredits(tx: Tx, id: string): Promise<number> {
  const row = await tx
    .selectFrom('accounts')
    .select('withheld_credits')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.withheld_credits) await withholdCredits(tx, id, 0);
  return row?.withheld_credits ?? 0;
}

/** Disables or enables an account. */
export async function setDisabled(tx: Tx, id: string, disabledAt: Date | null): Promise<void> {
  await tx.updateTable('accounts').set({ disabled_at: disabledAt }).where('id', '=', id).execute();
}

export async function confirmEmailRow(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ email_confirmed_at: now, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** A page of all accounts, ordered by id, after `afterId`. */
export function accountsAfter(db: Db, afterId: string | null, limit: number): Promise<AccountRow[]> {
  const accounts = db.selectFrom('accounts').select(ACCOUNT_COLUMNS);
  const from = afterId ? accounts.where('id', '>', afterId) : accounts;
  return from.orderBy('id').limit(limit).execute();
}

/** A page of all accounts by email, after one of them. */
export function accountsAfterEmail(db: Db, after: string | null, limit: number): Promise<AccountRow[]> {
  const accounts = db.selectFrom('accounts').select(ACCOUNT_COLUMNS);
  const from = after === null ? accounts : accounts.where('email', '>', after);
  return from.orderBy('email').limit(limit).execute();
}

/**
 * Adds to an account's totals, in credits; each may be negative. Returns its balance. Only the ledger may call it. The
 * database rejects a balance below 0.
 */
export async function addToTotals(
  tx: Tx,
  accountId: string,
  { balance = 0, used = 0, included = 0 }: { balance?: number; used?: number; included?: number },
): Promise<number> {
  const account = await tx
    .updateTable('accounts')
    .set(({ eb }) => ({
      balance: eb('balance', '+', balance),
      credits_used: eb('credits_used', '+', used),
      credits_included: eb('credits_included', '+', included),
    }))
    .where('id', '=', accountId)
    .returning('balance')
    .executeTakeFirst();
  return account?.balance ?? 0;
}

/** An account as its owner sees it, with facts that other folders know, as SQL. */
export function findAccountView(
  db: Db,
  id: string,
  facts: { tasks: RawBuilder<number>; trialAvailable: RawBuilder<boolean> },
) {
  return db
    .selectFrom('accounts')
    .select(ACCOUNT_COLUMNS)
    .select((eb) => eb('password_hash', 'is not', null).as('has_password'))
    .select([facts.tasks.as('tasks'), facts.trialAvailable.as('trial_available')])
    .where('id', '=', id)
    .executeTakeFirst();
}
