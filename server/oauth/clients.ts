import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { CONNECTION_SCOPES } from '#contract/connections.ts';
import type { Deps } from '../deps.ts';
import { createRateLimiter, type RateLimit } from '../http/rate-limit.ts';
import { transaction } from '../platform/database/db.ts';
import { isDocumentAddress, type ReadClientDocument } from './client-document.ts';
import { clientName } from './client-name.ts';
import { OAuthError } from './oauth-error.ts';
import { isAllowedRedirect } from './redirect-uris.ts';
import { findRegistered, insertClient } from './store.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** By address. An assistant on the web registers once for each person, from few addresses. */
const REGISTRATIONS: RateLimit = { name: 'oauth-register', limit: 100, windowMs: HOUR_MS };
/** Registrations of all addresses that no person has connected yet. They are deleted after a day. */
const MAX_UNUSED = 10_000;
const KEEP_UNUSED_MS = DAY_MS;
const KEEP_USED_MS = 180 * DAY_MS;
const ID_BYTES = 16;
const REDIRECTS_MAX = 20;

/** An assistant. `knownBy`: the site that its document is on; null if it registered itself. */
export interface OAuthClient {
  id: string;
  name: string;
  redirectUris: readonly string[];
  knownBy: string | null;
}

/** Finds an assistant by its ID: one that registered itself, or the document at the ID. Null if there is none. */
export async function findClient(
  deps: Pick<Deps, 'config' | 'database'>,
  readDocument: ReadClientDocument,
  id: string,
): Promise<OAuthClient | null> {
  if (!isDocumentAddress(id, deps.config)) {
    const known = await findRegistered(deps.database.db, id);
    return known ? { id, name: known.name, redirectUris: known.redirect_uris, knownBy: null } : null;
  }
  const document = await readDocument(id);
  const name = document && clientName(document.client_name);
  if (!document || !name) return null;
  const redirectUris = document.redirect_uris.filter(isAllowedRedirect);
  return { id, name, redirectUris, knownBy: new URL(id).host };
}

/** What of a registration (RFC 7591 §2) we use. */
const Registration = z.object({
  client_name: z.string().max(200).optional(),
  redirect_uris: z.array(z.string()).min(1).max(REDIRECTS_MAX),
});

/**
 * Registers an assistant (RFC 7591), without a secret: it proves itself with PKCE. Addresses that we don't send codes to are
 * left out of its redirect_uris. Throws OAuthError, or CallError `rate_limited`.
 */
export async function registerClient(
  deps: Pick<Deps, 'clock' | 'database' | 'secrets'>,
  address: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  await createRateLimiter(deps).take(REGISTRATIONS, address);
  const parsed = Registration.safeParse(body);
  if (!parsed.success)
    throw new OAuthError(
      'invalid_client_metadata',
      `Send client_name and 1 to ${REDIRECTS_MAX} redirect_uris as JSON.`,
    );
  const redirectUris = parsed.data.redirect_uris.filter(isAllowedRedirect);
  if (redirectUris.length === 0)
    throw new OAuthError(
      'invalid_redirect_uri',
      'A redirect URI must use https, or http on localhost, 127.0.0.1 or [::1], without a fragment.',
    );
  const name = clientName(parsed.data.client_name ?? 'An assistant');
  if (name === null)
    throw new OAuthError('invalid_client_metadata', "Choose a client_name that isn't empty or ours.");
  const now = deps.clock.now();
  const id = `lwc_${randomBytes(ID_BYTES).toString('hex')}`;
  const stored = await transaction(deps.database.db, (tx) =>
    insertClient(
      tx,
      { id, name, redirect_uris: redirectUris },
      {
        now: new Date(now),
        max: MAX_UNUSED,
        unusedBefore: new Date(now - KEEP_UNUSED_MS),
        usedBefore: new Date(now - KEEP_USED_MS),
      },
    ),
  );
  if (!stored)
    throw new OAuthError('temporarily_unavailable', 'Too many assistants registered today. Try tomorrow.');
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: CONNECTION_SCOPES.join(' '),
  };
}
