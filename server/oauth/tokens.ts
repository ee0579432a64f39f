import { createHash, timingSafeEqual } from 'node:crypto';
import { CallError } from '#contract/errors.ts';
import { lockGateAccount } from '../accounts/account.ts';
import { addKey, findKeyId, renewKey, repeatKey, revokeStolenKey } from '../api-keys/api-keys.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { type Tx, transaction } from '../platform/database/db.ts';
import { isOurResource, type OAuthDeps, tokenHash } from './authorize.ts';
import { OAuthError } from './oauth-error.ts';
import {
  newPart,
  type RefreshToken,
  readRefreshToken,
  successors,
  writeRefreshToken,
} from './refresh-token.ts';
import {
  type CodeRow,
  findCode,
  type GrantRow,
  insertGrant,
  lockGrant,
  saveCodeKey,
  saveRefreshHash,
  takeCode,
} from './store.ts';

/** How long an access token works. */
const ACCESS_MS = 60 * 60_000;
/** How long the token that a refresh replaced gets the same answer again. */
const REUSE_MS = 30_000;
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
  const token = { family: newPart(), part: newPart() };
  await insertGrant(tx, {
    api_key_id: row.id,
    account_id: code.account_id,
    client_id: code.client_id,
    family_hash: tokenHash(token.family),
    refresh_hash: tokenHash(token.part),
    created_at: now,
  });
  await saveCodeKey(tx, code.code_hash, row.id);
  return tokensOf(key, row, token, now);
}

/**
 * Replaces both tokens. For 30 s, the same refresh token gets the same new ones again, because the first answer may have been
 * lost, or two programs of the assistant share it. Another use of it revokes the key, because then either the assistant or
 * someone else has stolen it (OAuth 2.1 §4.3.1).
 */
async function refresh(deps: OAuthDeps, form: TokenForm): Promise<Tokens | null> {
  const given = readRefreshToken(required(form, 'refresh_token'));
  const clientId = required(form, 'client_id');
  if (!given) return null;
  return transaction(deps.database.db, async (tx) => {
    const now = new Date(deps.clock.now());
    const grant = await lockGrant(tx, { familyHash: tokenHash(given.family) });
    if (!grant || grant.client_id !== clientId) return null;
    if (!isSame(grant.refresh_hash, tokenHash(given.part))) {
      const repeated = await repeat(tx, deps, grant, given, now);
      if (!repeated) await revokeStolenKey(tx, grant.account_id, grant.api_key_id, now);
      return repeated;
    }
    const next = successors(deps.secrets, given, now.getTime()).signed;
    const secretExpiresAt = new Date(now.getTime() + ACCESS_MS);
    const renewed = await renewKey(tx, grant.api_key_id, { digits: next.digits, now, secretExpiresAt });
    if (!renewed) return null;
    await saveRefreshHash(tx, grant.api_key_id, tokenHash(next.token.part));
    return tokensOf(renewed.key, renewed.row, next.token, now);
  });
}

/** The answer to the refresh that replaced this token. Null if another one did, or it was more than 30 s ago. */
async function repeat(
  tx: Tx,
  deps: OAuthDeps,
  grant: GrantRow,
  given: RefreshToken,
  now: Date,
): Promise<Tokens | null> {
  const next = successors(deps.secrets, given, now.getTime()).accepted.find(({ token }) =>
    isSame(grant.refresh_hash, tokenHash(token.part)),
  );
  const found = next && (await repeatKey(tx, grant.api_key_id, { digits: next.digits, now }));
  if (!next || !found) return null;
  // A secret ends sooner if its key does. In that last hour, nothing says when it was made, and no answer comes twice.
  const madeAt = (found.row.secret_expires_at?.getTime() ?? 0) - ACCESS_MS;
  return now.getTime() - madeAt <= REUSE_MS ? tokensOf(found.key, found.row, next.token, now) : null;
}

/** Ends a connection by its refresh or access token (RFC 7009 §2.1). Says nothing about a token that isn't known. */
export async function revokeToken(deps: OAuthDeps, address: string, form: TokenForm): Promise<void> {
  const limiter = createRateLimiter(deps);
  await limiter.check(WRONG_TOKENS, address);
  const token = required(form, 'token');
  const given = readRefreshToken(token);
  const by = given
    ? { familyHash: tokenHash(given.family) }
    : { keyId: await findKeyId(deps.database.db, token) };
  const found = await transaction(deps.database.db, async (tx) => {
    // A key that a person made has no grant, and no program ends it.
    const grant = await lockGrant(tx, by);
    if (!grant) return false;
    await revokeStolenKey(tx, grant.account_id, grant.api_key_id, new Date(deps.clock.now()));
    return true;
  });
  if (!found) await limiter.take(WRONG_TOKENS, address);
}

function tokensOf(
  key: string,
  row: { scopes: readonly string[]; secret_expires_at: Date | null },
  refreshToken: RefreshToken,
  now: Date,
): Tokens {
  const ends = row.secret_expires_at?.getTime() ?? now.getTime() + ACCESS_MS;
  return {
    access_token: key,
    token_type: 'Bearer',
    expires_in: Math.floor((ends - now.getTime()) / 1000),
    refresh_token: writeRefreshToken(refreshToken),
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
