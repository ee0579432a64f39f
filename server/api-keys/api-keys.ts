import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type GateAccount, isUnlimited } from '#contract/access.ts';
import type { ApiKeyChange, ApiKeyList, ApiKeyView, CreatedApiKey, NewApiKey } from '#contract/api-keys.ts';
import { ApiScope } from '#contract/api-keys.ts';
import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import { lockGateAccount } from '../accounts/account.ts';
import type { Deps } from '../deps.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { type KeyClaim, once } from '../idempotency/idempotency.ts';
import { type Db, type Tx, transaction } from '../platform/database/db.ts';
import { calendarMonth, spentIn } from './budget.ts';
import { lookupHash, newSecret, repeatableDigits } from './secret.ts';
import {
  type ApiKeyRow,
  countKeys,
  deleteRevokedBefore,
  findByHash,
  findKeys,
  findRevoked,
  findWithSecret,
  insertKey,
  lockKey,
  replaceSecret,
  revokeKeys,
  updateKey,
} from './store.ts';

type KeyDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets'>;

const CREATIONS: RateLimit = { name: 'api-key-create', limit: 60, windowMs: 60 * 60_000 };
const CHANGES: RateLimit = { name: 'api-key-change', limit: 60, windowMs: 60 * 60_000 };
const KEY_GONE =
  'This key has been revoked since, or its secret can’t be shown again. Create another one. A program needs a new Idempotency-Key for that.';
/** A revoked key is kept while a task of its last month may still count against its budget. */
const KEEP_REVOKED_MS = 31 * 86_400_000;

/**
 * The 402 for an account without the plan that API access needs. While a payment of its plan is due, it names that payment:
 * another checkout would be refused.
 */
export function planNeeded({ paymentDue }: Pick<GateAccount, 'paymentDue'>): CallError {
  if (paymentDue)
    return new CallError('access_denied', MESSAGES.payments.paymentDue, {
      details: { reason: 'payment_due', checkout: null },
    });
  return new CallError(
    'access_denied',
    'API access is part of the unlimited plan. Upgrade to create and use API keys.',
    { details: { reason: 'plan', checkout: 'subscription' } },
  );
}

export async function listKeys(deps: KeyDeps, accountId: string): Promise<z.output<typeof ApiKeyList>> {
  const keys = await findKeys(deps.database.db, accountId);
  return {
    keys: keys.map((key) => viewKey(key, new Date(deps.clock.now()))),
    maxKeys: deps.config.API_KEYS_PER_ACCOUNT,
    requestsPerMinute: deps.config.API_REQUESTS_PER_MINUTE,
  };
}

/** Whether an account's key can still pay for work: it is neither revoked nor expired. */
export async function isKeyActive(deps: KeyDeps, accountId: string, id: string): Promise<boolean> {
  const now = new Date(deps.clock.now());
  const keys = await findKeys(deps.database.db, accountId);
  return keys.some((key) => key.id === id && !isExpired(key, now));
}

/**
 * Creates a key. The reply is the only one with its secret; a repeated request gets it again. Throws CallError: `access_denied` without
 * the unlimited plan, `quota_exceeded` above API_KEYS_PER_ACCOUNT, `validation_failed` for an expiry that has passed, `conflict` for a
 * repeated request whose key was revoked since. `requireLive` throws if the session that makes it has ended.
 */
export async function createKey(
  deps: KeyDeps,
  accountId: string,
  { name, scopes, monthlyBudget = null, expiresAt }: z.output<typeof NewApiKey>,
  { requireLive, claim = null }: { requireLive?: (tx: Tx) => Promise<void>; claim?: KeyClaim | null } = {},
): Promise<CreatedApiKey> {
  const now = new Date(deps.clock.now());
  const expires = expiresAt ? new Date(expiresAt) : null;
  if (expires && expires <= now) throw new CallError('validation_failed', 'Choose a date in the future');
  await createRateLimiter(deps).take(CREATIONS, accountId);
  const shape = { name, scopes, monthlyBudget, expiresAt: expires, secretExpiresAt: null };
  const { key, row } = await transaction(deps.database.db, async (tx) => {
    await requireLive?.(tx);
    if (!claim) return addKey(tx, deps, accountId, shape);
    const id = await once(tx, claim, async () => {
      const { row } = await addKey(tx, deps, accountId, shape, claim.key);
      return row.id;
    });
    const made = await repeatKey(tx, id, {
      digits: repeatableDigits(deps.secrets.dataKey, id, claim.key),
      now,
    });
    if (!made) throw new CallError('conflict', KEY_GONE);
    return made;
  });
  return { key, view: viewKey(row, now) };
}

/**
 * Changes the name or the budget of a key. Throws CallError: `not_found` for one that the account doesn't have,
 * `validation_failed` for a budget below what the key has spent this month. `requireLive`: as in `createKey`.
 */
export async function changeKey(
  deps: KeyDeps,
  accountId: string,
  { id, name, monthlyBudget }: z.output<typeof ApiKeyChange>,
  requireLive: (tx: Tx) => Promise<void>,
): Promise<ApiKeyView> {
  const now = new Date(deps.clock.now());
  await createRateLimiter(deps).take(CHANGES, accountId);
  const row = await transaction(deps.database.db, async (tx) => {
    await requireLive(tx);
    const key = await lockKey(tx, accountId, id);
    if (!key) throw new CallError('not_found', 'There is no such API key. It may have been revoked.');
    const month = calendarMonth(now);
    const spent = spentIn(month, key);
    if (monthlyBudget && monthlyBudget < spent)
      throw new CallError(
        'validation_failed',
        `This key has spent ${spent.toLocaleString('en-US')} credits this month. Its budget can't be less than that.`,
      );
    return updateKey(tx, id, {
      name: name ?? key.name,
      monthly_budget: monthlyBudget === undefined ? key.monthly_budget : monthlyBudget,
      // The database takes no budget below what was spent, also in an earlier month.
      spent,
      spent_month: key.spent_month < month ? month : key.spent_month,
    });
  });
  return viewKey(row, now);
}

/** What a key may do, and until when. `secretExpiresAt`: when its secret has to be replaced; null for never. */
export interface KeyShape {
  name: string;
  scopes: readonly ApiScope[];
  monthlyBudget: number | null;
  expiresAt: Date | null;
  secretExpiresAt: Date | null;
}

/**
 * Adds a key in a transaction, with a random secret, or with an `idempotencyKey` the one that `repeatableDigits` says. Throws CallError
 * like `requireRoomForKey`.
 */
export async function addKey(
  tx: Tx,
  deps: KeyDeps,
  accountId: string,
  { scopes, ...shape }: KeyShape,
  idempotencyKey?: string,
): Promise<{ key: string; row: ApiKeyRow }> {
  const now = new Date(deps.clock.now());
  await requireRoomForKey(tx, deps, accountId);
  await deleteRevokedBefore(tx, accountId, new Date(now.getTime() - KEEP_REVOKED_MS));
  const id = randomUUID();
  const digits =
    idempotencyKey === undefined ? undefined : repeatableDigits(deps.secrets.dataKey, id, idempotencyKey);
  const { key, hash, prefix } = newSecret(digits);
  const row = await insertKey(tx, {
    ...shape,
    id,
    accountId,
    hash,
    prefix,
    scopes: ApiScope.options.filter((scope) => scopes.includes(scope)),
    month: calendarMonth(now),
    now,
  });
  return { key, row };
}

/**
 * Throws CallError unless the account can have one more key: `access_denied` without the unlimited plan, `quota_exceeded`
 * above API_KEYS_PER_ACCOUNT. Locks the account's row, so that parallel requests can't exceed the limit.
 */
export async function requireRoomForKey(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  accountId: string,
): Promise<void> {
  const account = await lockGateAccount(tx, config, accountId);
  if (!account) throw new CallError('not_authenticated');
  if (!isUnlimited(account)) throw planNeeded(account);
  const max = config.API_KEYS_PER_ACCOUNT;
  if ((await countKeys(tx, accountId)) < max) return;
  throw new CallError(
    'quota_exceeded',
    `You have ${max} API keys, the most an account can have. Revoke one that you don't need.`,
  );
}

/**
 * Gives a key the secret with these 48 hex digits, until `secretExpiresAt`. Returns null if the key was revoked or has expired.
 */
export async function renewKey(
  tx: Tx,
  id: string,
  { digits, now, secretExpiresAt }: { digits: string; now: Date; secretExpiresAt: Date },
): Promise<{ key: string; row: ApiKeyRow } | null> {
  const { key, hash, prefix } = newSecret(digits);
  const row = await replaceSecret(tx, id, { hash, prefix, now, secretExpiresAt });
  return row ? { key, row } : null;
}

/** The key whose secret has these 48 hex digits. Returns null if it was revoked or its secret has expired or is another one. */
export async function repeatKey(
  tx: Tx,
  id: string,
  { digits, now }: { digits: string; now: Date },
): Promise<{ key: string; row: ApiKeyRow } | null> {
  const { key, hash } = newSecret(digits);
  const row = await findWithSecret(tx, id, { hash, now });
  return row ? { key, row } : null;
}

/** The ID of the key with this secret. undefined: there is none. */
export async function findKeyId(db: Db, secret: string): Promise<string | undefined> {
  const hash = lookupHash(secret);
  return hash === null ? undefined : (await findByHash(db, hash))?.id;
}

/** Revokes a key of the account. Does nothing if there is no such key. Its tasks go on. */
export function revokeKey(deps: KeyDeps, accountId: string, id: string): Promise<void> {
  return revokeKeys(deps.database.db, accountId, new Date(deps.clock.now()), id);
}

/** Those of the keys that were revoked. A month later, they are deleted. */
export function revokedAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  return findRevoked(db, ids);
}

/** Revokes a key, because someone else may have got it. */
export function revokeStolenKey(tx: Tx, accountId: string, id: string, now: Date): Promise<void> {
  return revokeKeys(tx, accountId, now, id);
}

/** Revokes all keys of an account, because someone else may have made them. */
export function revokeAllKeys(db: Db, accountId: string, now: Date): Promise<void> {
  return revokeKeys(db, accountId, now);
}

function viewKey(key: ApiKeyRow, now: Date): ApiKeyView {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: ApiScope.array().parse(key.scopes),
    monthlyBudget: key.monthly_budget,
    spentThisMonth: spentIn(calendarMonth(now), key),
    createdAt: key.created_at.toISOString(),
    expiresAt: key.expires_at?.toISOString() ?? null,
    expired: isExpired(key, now),
    lastUsedAt: key.last_used_at?.toISOString() ?? null,
  };
}

export function isExpired({ expires_at }: Pick<ApiKeyRow, 'expires_at'>, now: Date): boolean {
  return expires_at !== null && expires_at <= now;
}
