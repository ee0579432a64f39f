import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { ApiScope } from '#contract/api-keys.ts';
import {
  CONNECTION_DAYS_MAX,
  CONNECTION_SCOPES,
  type ConnectionAnswer,
  type ConnectionDecision,
  type ConnectionRequest,
  type ConnectionView,
} from '#contract/connections.ts';
import { CallError } from '#contract/errors.ts';
import { requireRoomForKey } from '../api-keys/api-keys.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/context.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import type { RequireLiveSession } from '../http/require-live-session.ts';
import { transaction } from '../platform/database/db.ts';
import type { ReadClientDocument } from './client-document.ts';
import { findClient, type OAuthClient } from './clients.ts';
import { resourceUrl } from './metadata.ts';
import { isRegisteredRedirect, redirectHost } from './redirect-uris.ts';
import { insertCode, saveClientUse } from './store.ts';

export type OAuthDeps = Pick<Deps, 'config' | 'clock' | 'database' | 'secrets' | 'publicUrl'>;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Each may read a document of a site that someone else owns. */
const READS: RateLimit = { name: 'connection-request', limit: 60, windowMs: 10 * MINUTE_MS };
const DECISIONS: RateLimit = { name: 'connection-decide', limit: 30, windowMs: 60 * MINUTE_MS };
const CODE_BYTES = 32;
/** The assistant exchanges its code right away. */
const CODE_MS = MINUTE_MS;
/** A code is kept longer than it works, so that its second use is noticed. */
const KEEP_CODE_MS = 60 * MINUTE_MS;
/** SHA-256 as base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const KEY_NAME_CHARS = 80;

/** A request whose assistant and address are certain. `error`: why it can't be allowed all the same. */
interface CheckedRequest {
  client: OAuthClient;
  redirectUri: string;
  state: string | undefined;
  scopes: readonly ApiScope[];
  challenge: string;
  error: { code: string; message: string } | null;
}

/**
 * Reads what an assistant asks for. Throws CallError `validation_failed` if the assistant or its address isn't known: then
 * no answer may be sent anywhere (OAuth 2.1 §4.1.2.1). Throws `rate_limited` for an account that asks too often.
 */
export async function viewRequest(
  deps: OAuthDeps,
  readDocument: ReadClientDocument,
  accountId: string,
  request: ConnectionRequest,
): Promise<ConnectionView> {
  await createRateLimiter(deps).take(READS, accountId);
  const checked = await checkRequest(deps, readDocument, request);
  const { client, redirectUri, scopes, error } = checked;
  return {
    name: client.name,
    knownBy: client.knownBy,
    redirectHost: redirectHost(redirectUri),
    scopes: [...scopes],
    refused: error && { message: error.message, returnTo: errorAddress(deps, checked, error) },
  };
}

/**
 * Stores what a person allowed, and returns the address with the code for the assistant, or the one that says that the
 * person refused. Throws CallError like `viewRequest` and `requireRoomForKey`.
 */
export async function decide(
  deps: OAuthDeps,
  readDocument: ReadClientDocument,
  { session, requireLive }: { session: Session; requireLive: RequireLiveSession },
  { request, allow }: z.output<typeof ConnectionDecision>,
): Promise<z.output<typeof ConnectionAnswer>> {
  const { accountId } = session;
  await createRateLimiter(deps).take(DECISIONS, accountId);
  const checked = await checkRequest(deps, readDocument, request);
  const { client, redirectUri, scopes, challenge, error } = checked;
  if (error) return { returnTo: errorAddress(deps, checked, error) };
  if (!allow) {
    const refused = { code: 'access_denied', message: 'The person refused.' };
    return { returnTo: errorAddress(deps, checked, refused) };
  }
  if (!allow.scopes.every((scope) => scopes.includes(scope)))
    throw new CallError('validation_failed', 'Choose only permissions that the assistant asks for.');
  const now = deps.clock.now();
  const expiresAt = new Date(allow.expiresAt);
  if (expiresAt.getTime() <= now || expiresAt.getTime() > now + CONNECTION_DAYS_MAX * DAY_MS)
    throw new CallError('validation_failed', 'Choose a date in the future, at most a year from now');
  const code = randomBytes(CODE_BYTES).toString('base64url');
  await transaction(deps.database.db, async (tx) => {
    await requireLive(tx, session);
    await requireRoomForKey(tx, deps, accountId);
    await saveClientUse(tx, client.id, new Date(now));
    await insertCode(
      tx,
      {
        code_hash: tokenHash(code),
        account_id: accountId,
        client_id: client.id,
        redirect_uri: redirectUri,
        challenge,
        key_name: keyName(client, redirectUri),
        scopes: allow.scopes,
        monthly_budget: allow.monthlyBudget,
        key_expires_at: expiresAt,
        created_at: new Date(now),
        expires_at: new Date(now + CODE_MS),
      },
      new Date(now - KEEP_CODE_MS),
    );
  });
  return { returnTo: answerAddress(deps, checked, { code }) };
}

/** The hash of a random token, in hex. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

async function checkRequest(
  deps: OAuthDeps,
  readDocument: ReadClientDocument,
  request: ConnectionRequest,
): Promise<CheckedRequest> {
  const client = request.client_id ? await findClient(deps, readDocument, request.client_id) : null;
  if (!client)
    throw new CallError(
      'validation_failed',
      "We don't know this assistant, or can't read what it says about itself. Remove Leadwell there, and add it again.",
    );
  const redirectUri = request.redirect_uri;
  if (!redirectUri || !isRegisteredRedirect(redirectUri, client.redirectUris))
    throw new CallError(
      'validation_failed',
      'The assistant wants the answer at an address that it never registered. Someone may be trying to get into your account.',
    );
  const asked = (request.scope ?? '').split(' ').filter(Boolean);
  const known = CONNECTION_SCOPES.filter((scope) => asked.includes(scope));
  return {
    client,
    redirectUri,
    state: request.state,
    scopes: asked.length === 0 ? CONNECTION_SCOPES : known,
    challenge: request.code_challenge ?? '',
    error: protocolError(deps, request, asked.length > 0 && known.length === 0),
  };
}

function protocolError(
  { publicUrl }: OAuthDeps,
  request: ConnectionRequest,
  noScope: boolean,
): CheckedRequest['error'] {
  if (request.response_type !== 'code')
    return { code: 'unsupported_response_type', message: 'The response_type must be code.' };
  if (request.code_challenge_method !== 'S256' || !CHALLENGE.test(request.code_challenge ?? ''))
    return { code: 'invalid_request', message: 'A code_challenge with the method S256 is needed.' };
  if (!isOurResource(publicUrl, request.resource))
    return { code: 'invalid_target', message: `The resource must be ${resourceUrl(publicUrl)}.` };
  if (noScope) return { code: 'invalid_scope', message: `The scopes are: ${CONNECTION_SCOPES.join(', ')}.` };
  return null;
}

/** Whether a token for this resource (RFC 8707) is one for us. Clients from before 2025-06 name none. */
export function isOurResource(publicUrl: string, resource: string | undefined): boolean {
  if (resource === undefined) return true;
  return [resourceUrl(publicUrl), publicUrl].includes(resource.replace(/\/$/, ''));
}

function errorAddress(
  deps: OAuthDeps,
  to: Pick<CheckedRequest, 'redirectUri' | 'state'>,
  { code, message }: { code: string; message: string },
): string {
  return answerAddress(deps, to, { error: code, error_description: message });
}

/** With `iss` (RFC 9207), so that an assistant of several servers can't take the answer of one for that of another. */
function answerAddress(
  { publicUrl }: OAuthDeps,
  { redirectUri, state }: Pick<CheckedRequest, 'redirectUri' | 'state'>,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  const all = { ...answer, ...(state === undefined ? {} : { state }), iss: publicUrl };
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value);
  return url.href;
}

/** "Claude (claude.ai)": what the key is called in the settings. */
function keyName({ name }: OAuthClient, redirectUri: string): string {
  const where = ` (${redirectHost(redirectUri) ?? 'your computer'})`;
  return `${name}${where}`.slice(0, KEY_NAME_CHARS);
}
