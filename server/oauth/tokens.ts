import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { CallError } from '#contract/errors.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { addKey, renewKey, revokeStolenKey } from '../api-keys/api-keys.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { isOurResource, type OAuthDeps, tokenHash } from './authorize.ts';
import { OAuthError } from './oauth-error.ts';
import {
  type CodeRow,
  findCode,
  insertGrant,
  lockGrant,
  saveCodeKey,
  saveRefreshHash,
  takeCode,
} from './store.ts';

/** How long an access token works. */
const ACCESS_MS = 60 * 60_000;
const PART_BYTES = 24;
/** `lwr_<part that stays>_<part that each refresh replaces>` */
const REFRESH_TOKEN = /^lwr_([0-9a-f]{48})_([0-9a-f]{48})$/;
/** RFC 7636 §4.1 */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
/** Codes and tokens can't be guessed. This keeps the tries from the database. By address. */
const WRONG_TOKENS: RateLimit = { name: 'oauth-wrong-token', limit: 300, windowMs: 15 * 60_000 };

/** The form of a token request. A field that came twice is none. */
export type TokenForm = ReadonlyMap<string, string>;

interface Tokens {
  access_token: string;
  token_type: 'Bearer';
  /** seconds */
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** Exchanges a code or a refresh token for tokens (OAuth 2.1 §3.2). Throws OAuthError, or CallError `rate_limited`. */
export async function issueTokens(deps: OAuthDeps, address: string, form: TokenForm): Promise<Tokens> {
  const limiter = createRateLimiter(deps);
  await limiter.check(WRONG_TOKENS, address);
  if (!isOurResource(deps.publicUrl, form.get('resource')))
    throw new OAuthError('invalid_target', 'The resource is another one.');
  const tokens = await exchange(deps, form);
  if (tokens !== null) return tokens;
  await limiter.take(WRONG_TOKENS, address);
  throw new OAuthError('invalid_grant', "The code or token isn't valid. Ask the person to connect again.");
}

function exchange(deps: OAuthDeps, form: TokenForm): Promise<Tokens | null> {
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return exchangeCode(deps, form);
    case 'refresh_token':
      return refresh(deps, form);
    default:
      throw new OAuthError('unsupported_grant_type', 'Use authorization_code or refresh_token.');
  }
}

/**
 * Makes the key that a person allowed. A code works once, whatever comes of it: its second use revokes the key, because then
 * someone has stolen the code (OAuth 2.1 §4.1.3).
 */
async function exchangeCode(deps: OAuthDeps, form: TokenForm): Promise<Tokens | null> {
  const hash = tokenHash(required(form, 'code'));
  const given = {
    clientId: required(form, 'client_id'),
    redirectUri: required(form, 'redirect_uri'),
    verifier: required(form, 'code_verifier'),
  };
  const owner = await findCode(deps.database.db, hash);
  if (!owner) return null;
  return transaction(deps.database.db, async (tx) => {
    // The account's row first, in the order of every transaction.
    await lockGateAccount(tx, deps.config, owner.account_id);
    const now = new Date(deps.clock.now());
    const code = await takeCode(tx, hash, now);
    if (!code) {
      const used = await findCode(tx, hash);
      if (used?.api_key_id) await revokeStolenKey(tx, used.account_id, used.api_key_id, now);
      return null;
    }
    return isFor(code, given) && code.expires_at > now ? newKey(tx, deps, code, now) : null;
  }).catch(asRefusal);
}

function isFor(
  code: CodeRow,
  { clientId, redirectUri, verifier }: { clientId: string; redirectUri: string; verifier: string },
): boolean {
  if (code.client_id !== clientId || code.redirect_uri !== redirectUri || !VERIFIER.test(verifier))
    return false;
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return isSame(challenge, code.challenge);
}

async function newKey(tx: Tx, deps: OAuthDeps, code: CodeRow, now: Date): Promise<Tokens> {
  const { key, row } = await addKey(tx, deps, code.account_id, {
    name: code.key_name,
    scopes: code.scopes,
    monthlyBudget: code.monthly_budget,
    expiresAt: code.key_expires_at,
    secretExpiresAt: accessEnd(now, code.key_expires_at),
  });
  const family = newPart();
  const next = newPart();
  await insertGrant(tx, {
    api_key_id: row.id,
    account_id: code.account_id,
    client_id: code.client_id,
    family_hash: tokenHash(family),
    refresh_hash: tokenHash(next),
    created_at: now,
  });
  await saveCodeKey(tx, code.code_hash, row.id);
  return tokensOf(key, row, refreshToken(family, next), now);
}

/**
 * Replaces both tokens. A refresh token works once: its second use revokes the key, because then either the assistant or
 * someone else has stolen it (OAuth 2.1 §4.3.1).
 */
async function refresh(deps: OAuthDeps, form: TokenForm): Promise<Tokens | null> {
  const [, family, part] = REFRESH_TOKEN.exec(required(form, 'refresh_token')) ?? [];
  const clientId = required(form, 'client_id');
  if (!family || !part) return null;
  return transaction(deps.database.db, async (tx) => {
    const now = new Date(deps.clock.now());
    const grant = await lockGrant(tx, tokenHash(family));
    if (!grant || grant.client_id !== clientId) return null;
    if (!isSame(grant.refresh_hash, tokenHash(part))) {
      await revokeStolenKey(tx, grant.account_id, grant.api_key_id, now);
      return null;
    }
    const secretExpiresAt = new Date(now.getTime() + ACCESS_MS);
    const renewed = await renewKey(tx, grant.api_key_id, { now, secretExpiresAt });
    if (!renewed) return null;
    const next = newPart();
    await saveRefreshHash(tx, grant.api_key_id, tokenHash(next));
    return tokensOf(renewed.key, renewed.row, refreshToken(family, next), now);
  });
}

/** Ends a connection by its refresh token (RFC 7009). Says nothing about a token that isn't known. */
export async function revokeToken(deps: OAuthDeps, address: string, form: TokenForm): Promise<void> {
  const limiter = createRateLimiter(deps);
  await limiter.check(WRONG_TOKENS, address);
  const [, family] = REFRESH_TOKEN.exec(required(form, 'token')) ?? [];
  const found =
    family !== undefined &&
    (await transaction(deps.database.db, async (tx) => {
      const grant = await lockGrant(tx, tokenHash(family));
      if (!grant) return false;
      await revokeStolenKey(tx, grant.account_id, grant.api_key_id, new Date(deps.clock.now()));
      return true;
    }));
  if (!found) await limiter.take(WRONG_TOKENS, address);
}

function tokensOf(
  key: string,
  row: { scopes: readonly string[]; secret_expires_at: Date | null },
  refresh_token: string,
  now: Date,
): Tokens {
  const ends = row.secret_expires_at?.getTime() ?? now.getTime() + ACCESS_MS;
  return {
    access_token: key,
    token_type: 'Bearer',
    expires_in: Math.floor((ends - now.getTime()) / 1000),
    refresh_token,
    scope: row.scopes.join(' '),
  };
}

function accessEnd(now: Date, keyExpiresAt: Date): Date {
  return new Date(Math.min(now.getTime() + ACCESS_MS, keyExpiresAt.getTime()));
}

function required(form: TokenForm, name: string): string {
  const value = form.get(name);
  if (!value) throw new OAuthError('invalid_request', `Send ${name} once.`);
  return value;
}

function newPart(): string {
  return randomBytes(PART_BYTES).toString('hex');
}

function refreshToken(family: string, part: string): string {
  return `lwr_${family}_${part}`;
}

function isSame(text: string, other: string): boolean {
  const [left, right] = [Buffer.from(text), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The plan or the number of keys changed after the person decided. */
function asRefusal(error: unknown): never {
  if (
    error instanceof CallError &&
    ['access_denied', 'quota_exceeded', 'not_authenticated'].includes(error.code)
  )
    throw new OAuthError('invalid_grant', error.message);
  throw error;
}
