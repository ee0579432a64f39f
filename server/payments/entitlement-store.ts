import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';
import { LIVE, type Subscription } from './provider.ts';

export type Entitlement = Selectable<Tables['entitlements']>;

/** Those with access, then those that can still give it, then the latest. The view user_payments has the same order. */
const CURRENT_FIRST = sql`has_access desc,
  (status in ('active', 'trialing', 'past_due', 'unpaid')) desc, created_at desc, id`;

/** Why an account is or was unlimited, the current one first. */
export function listEntitlements(db: Db, accountId: string): Promise<Entitlement[]> {
  return db
    .selectFrom('entitlements')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy(CURRENT_FIRST)
    .execute();
}

/** The statuses of a subscription whose payment failed and is tried again. */
const UNPAID = new Set(['past_due', 'unpaid']);

/** Whether an account pays for a subscription, or will after its trial or a failed payment. */
export function goesOnPaying(
  entitlements: readonly Pick<Entitlement, 'subscription_id' | 'status' | 'cancels_at_period_end'>[],
): boolean {
  return entitlements.some(
    ({ subscription_id, status, cancels_at_period_end }) =>
      subscription_id !== null && (LIVE.has(status) || UNPAID.has(status)) && !cancels_at_period_end,
  );
}

/**
 * Whether a subscription of this provider waits for a payment that failed. Stripe calls it active for a while, without
 * access.
 */
export function owesPayment(
  entitlements: readonly Pick<Entitlement, 'source' | 'subscription_id' | 'status' | 'has_access'>[],
  source: 'stripe' | 'test' | 'none',
): boolean {
  return entitlements.some(
    (entitlement) =>
      entitlement.source === source &&
      entitlement.subscription_id !== null &&
      (UNPAID.has(entitlement.status) || (LIVE.has(entitlement.status) && !entitlement.has_access)),
  );
}

/** Trials of Unlimited that end until then, with a charge. */
export async function endingCardTrials(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<{ accountId: string; endsAt: Date }[]> {
  const rows = await db
    .selectFrom('entitlements')
    .select(['account_id', 'trial_ends_at'])
    .where('status', '=', 'trialing')
    .where('has_access', '=', true)
    .where('cancels_at_period_end', '=', false)
    .where('trial_ends_at', '>', now)
    .where('trial_ends_at', '<=', until)
    .$narrowType<{ trial_ends_at: Date }>()
    .orderBy('trial_ends_at')
    .limit(limit)
    .execute();
  return rows.map(({ account_id, trial_ends_at }) => ({ accountId: account_id, endsAt: trial_ends_at }));
}

export function findEntitlement(db: Db, subscriptionId: string): Promise<Entitlement | undefined> {
  return db
    .selectFrom('entitlements')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
}

/** The account's customer at a provider: that of the current or latest subscription. */
export async function findCustomer(
  db: Db,
  accountId: string,
  source: 'stripe' | 'test',
): Promise<string | null> {
  const row = await db
    .selectFrom('entitlements')
    .select('customer_id')
    .where('account_id', '=', accountId)
    .where('source', '=', source)
    .where('customer_id', 'is not', null)
    .orderBy(CURRENT_FIRST)
    .limit(1)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/** Forgets a customer that the provider doesn't have. Returns its subscriptions. */
export async function forgetCustomer(
  db: Db,
  source: 'stripe' | 'test',
  customerId: string,
): Promise<string[]> {
  const rows = await db
    .updateTable('entitlements')
    .set({ customer_id: null })
    .where('source', '=', source)
    .where('customer_id', '=', customerId)
    .returning('subscription_id')
    .execute();
  return rows.flatMap(({ subscription_id }) => subscription_id ?? []);
}

/** The version of each stored subscription. */
export async function listVersions(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('entitlements')
    .select(['subscription_id', 'version'])
    .where('subscription_id', 'is not', null)
    .$narrowType<{ subscription_id: string }>()
    .execute();
  return new Map(rows.map((row) => [row.subscription_id, row.version]));
}

/** Subscriptions of a source that give access now or may give it again. */
export function listLiveEntitlements(db: Db, source: 'stripe' | 'test'): Promise<Entitlement[]> {
  return db
    .selectFrom('entitlements')
    .selectAll()
    .where('source', '=', source)
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .orderBy('id')
    .execute();
}

export async function countOperatorGrants(db: Db): Promise<number> {
  const { n } = await db
    .selectFrom('entitlements')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('source', '=', 'operator')
    .where('has_access', '=', true)
    .executeTakeFirstOrThrow();
  return n;
}

/** Whether the state that is saved differs from the stored one in something that its owner sees. */
const CHANGED = sql`(entitlements.status, entitlements.has_access, entitlements.trial_ends_at, entitlements.period_ends_at,
    entitlements.cancels_at_period_end) is distinct from
  (excluded.status, excluded.has_access, excluded.trial_ends_at, excluded.period_ends_at, excluded.cancels_at_period_end)`;

/** Saves the current state of a subscription. `updated_at` stays if the state is the same: the user is told about changes. */
export async function saveEntitlement(
  tx: Tx,
  entitlement: {
    accountId: string;
    source: 'stripe' | 'test';
    subscription: Subscription;
    hasAccess: boolean;
    at: Date;
  },
): Promise<void> {
  const { subscription, at } = entitlement;
  const state = {
    customer_id: subscription.customerId,
    status: subscription.status,
    has_access: entitlement.hasAccess,
    trial_ends_at: subscription.trialEndsAt,
    period_ends_at: subscription.periodEndsAt,
    cancels_at_period_end: subscription.cancelsAtPeriodEnd,
    updated_at: at,
  };
  await tx
    .insertInto('entitlements')
    .values({
      account_id: entitlement.accountId,
      source: entitlement.source,
      subscription_id: subscription.id,
      created_at: at,
      ...state,
    })
    .onConflict((conflict) =>
      conflict.column('subscription_id').doUpdateSet((row) => ({
        ...state,
        updated_at: sql<Date>`case when ${CHANGED} then excluded.updated_at else entitlements.updated_at end`,
        version: row('entitlements.version', '+', 1),
      })),
    )
    .execute();
}

/** Ends a subscription that gives no access. Returns false if it changed since it was read. */
export async function endEntitlement(
  tx: Tx,
  { id, version }: Pick<Entitlement, 'id' | 'version'>,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('entitlements')
    .set({ status: 'canceled', updated_at: at, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('has_access', '=', false)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Permanently revokes the access that a subscription gives. It owes nothing. */
export async function revokeEntitlement(tx: Tx, subscriptionId: string, at: Date): Promise<void> {
  await tx
    .updateTable('entitlements')
    .set((row) => ({
      status: 'revoked',
      revoked_at: at,
      has_access: false,
      updated_at: at,
      version: row('version', '+', 1),
    }))
    .where('subscription_id', '=', subscriptionId)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function saveOperatorGrant(tx: Tx, accountId: string, at: Date): Promise<void> {
  await tx
    .insertInto('entitlements')
    .values({
      account_id: accountId,
      source: 'operator',
      subscription_id: null,
      status: 'granted',
      has_access: true,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .where('source', '=', 'operator')
        .doUpdateSet({ status: 'granted', has_access: true, revoked_at: null, updated_at: at }),
    )
    .execute();
}

/** Returns false if the account has no grant of the operator. */
export async function endOperatorGrant(tx: Tx, accountId: string, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('entitlements')
    .set({ status: 'revoked', has_access: false, revoked_at: at, updated_at: at })
    .where('account_id', '=', accountId)
    .where('source', '=', 'operator')
    .where('has_access', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * SQL: whether an account of a mailbox has started a trial, has paid for a checkout that starts one, or was refused a
 * second one. `mailbox`: its accounts, as SQL.
 */
export function hasUsedTrial(accountId: string, mailbox: RawBuilder<string>): RawBuilder<boolean> {
  // If the first payment failed, the trial never started.
  return sql<boolean>`(
    exists (select 1 from entitlements where trial_ends_at is not null and status not in ('incomplete', 'incomplete_expired')
      and (account_id = ${accountId}::uuid or account_id in (${mailbox})))
    or exists (select 1 from orders where trial_days > 0
      and (status in ('paid', 'duplicate', 'refunded') or failure_reason = 'repeated-trial')
      and (account_id = ${accountId}::uuid or account_id in (${mailbox}))))`;
}
