import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { cutText } from '#contract/cut-text.ts';

/** How an identity provider is reached, and as which client. */
export interface OpenIdClient {
  /** the URL whose /.well-known/openid-configuration describes the provider, without a trailing slash */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /**
   * Microsoft: tokens name the tenant of the person as their issuer, where the provider's description has
   * `{tenantid}`.
   */
  tenants: boolean;
}

/** What a provider says about a person, verified. */
export interface OpenIdClaims {
  issuer: string;
  subject: string;
  /** as the provider wrote it */
  email: string | null;
  /** `email_verified` */
  emailVerified: boolean;
  /** Microsoft: `xms_edov`, the owner of the email's domain has confirmed it */
  domainOwnerVerified: boolean;
  /** Microsoft: `tid` */
  tenant: string | null;
  /** as it can be stored */
  name: string | null;
}

/** The provider can't be reached, or doesn't confirm the person. `cause` is for the log. */
export class OpenIdFailure extends Error {
  override readonly name = 'OpenIdFailure';
  readonly kind: 'unreachable' | 'rejected';

  constructor(kind: 'unreachable' | 'rejected', message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** An OpenID Connect provider: the authorization code flow with PKCE. */
export interface OpenIdProvider {
  /** The page to send the browser to. */
  authorizationUrl(request: {
    redirectUri: string;
    state: string;
    nonce: string;
    /** S256 (RFC 7636 §4.2) */
    codeChallenge: string;
  }): Promise<string>;
  /**
   * Exchanges a code and verifies the ID token (OpenID Connect Core §3.1.3.7): signature, issuer, audience,
   * expiry, time of issue and nonce. `now` is in ms since the epoch, `iss` the issuer in the response (RFC 9207). Throws
   * OpenIdFailure.
   */
  redeem(response: {
    code: string;
    codeVerifier: string;
    redirectUri: string;
    nonce: string;
    iss: string | null;
    now: number;
  }): Promise<OpenIdClaims>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 500_000;
const DESCRIPTION_MS = 60 * 60_000;
/** Google and Microsoft sign with it. Never `none`, and never a symmetric one. */
const ALGORITHMS = ['RS256'];
const CLOCK_TOLERANCE_SECONDS = 60;
const TENANT = '{tenantid}';

const Description = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
type Description = z.infer<typeof Description>;
const TokenResponse = z.object({ id_token: z.string() });
const flag = z.union([z.boolean(), z.number(), z.string()]).optional().catch(undefined);
const NAME_MAX_CHARS = 1000;
const Claims = z.object({
  iss: z.string(),
  // OpenID Connect Core §2: ASCII only. It identifies the account, so it is never cleaned.
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  iat: z.number(),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  nonce: z.string(),
  // Never cleaned: it would be the address of someone else.
  email: z.string().optional().catch(undefined),
  email_verified: flag,
  xms_edov: flag,
  tid: z.uuid().optional().catch(undefined),
  name: z
    .string()
    .transform((written) => cutText(written, NAME_MAX_CHARS))
    .optional()
    .catch(undefined),
});

export function createOpenIdProvider(client: OpenIdClient): OpenIdProvider {
  let known: { description: Description; keys: ReturnType<typeof createRemoteJWKSet>; until: number } | null =
    null;

  async function describe(now: number) {
    if (known && now < known.until) return known;
    const url = `${client.issuer}/.well-known/openid-configuration`;
    const { status, body } = await fetchJson(url);
    const description = Description.safeParse(body);
    if (status !== 200 || !description.success)
      throw new OpenIdFailure('unreachable', `${url} responded with ${status} and no valid description`);
    assertOwn(description.data, client);
    const keys = createRemoteJWKSet(new URL(description.data.jwks_uri), {
      timeoutDuration: TIMEOUT_MS,
      [customFetch]: (address, init) => fetch(address, { ...init, redirect: 'error' }),
    });
    known = { description: description.data, keys, until: now + DESCRIPTION_MS };
    return known;
  }

  return {
    authorizationUrl: async ({ redirectUri, state, nonce, codeChallenge }) => {
      const { description } = await describe(Date.now());
      const url = new URL(description.authorization_endpoint);
      const query = {
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // People with several accounts choose one each time.
        prompt: 'select_account',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    redeem: async ({ code, codeVerifier, redirectUri, nonce, iss, now }) => {
      const { description, keys } = await describe(Date.now());
      if (iss !== null && !description.issuer.includes(TENANT) && iss !== description.issuer)
        throw new OpenIdFailure('rejected', `the response is from another issuer: ${iss}`);
      const { status, body } = await fetchJson(description.token_endpoint, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        client_id: client.clientId,
        client_secret: client.clientSecret,
        code_verifier: codeVerifier,
      });
      if (status >= 500 || status === 429)
        throw new OpenIdFailure('unreachable', `the token endpoint responded with ${status}`);
      const tokens = TokenResponse.safeParse(body);
      if (status !== 200 || !tokens.success)
        throw new OpenIdFailure('rejected', `the token endpoint responded with ${status} and no ID token`);
      return verify(tokens.data.id_token, { description, keys, client, nonce, now });
    },
  };
}

async function verify(
  idToken: string,
  {
    description,
    keys,
    client,
    nonce,
    now,
  }: {
    description: Description;
    keys: ReturnType<typeof createRemoteJWKSet>;
    client: OpenIdClient;
    nonce: string;
    now: number;
  },
): Promise<OpenIdClaims> {
  let payload: unknown;
  try {
    ({ payload } = await jwtVerify(idToken, keys, {
      algorithms: ALGORITHMS,
      audience: client.clientId,
      requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: new Date(now),
    }));
  } catch (cause) {
    const known = cause instanceof errors.JOSEError && !(cause instanceof errors.JWKSTimeout);
    throw new OpenIdFailure(known ? 'rejected' : 'unreachable', 'the ID token could not be verified', cause);
  }
  const parsed = Claims.safeParse(payload);
  if (!parsed.success) throw new OpenIdFailure('rejected', 'the ID token lacks claims', parsed.error);
  const claims = parsed.data;
  const issuer = client.tenants
    ? description.issuer.replace(TENANT, () => claims.tid ?? 'none')
    : description.issuer;
  if (claims.iss !== issuer) throw new OpenIdFailure('rejected', `the ID token is from ${claims.iss}`);
  if (claims.iat > now / 1000 + CLOCK_TOLERANCE_SECONDS)
    throw new OpenIdFailure('rejected', 'the ID token was issued in the future');
  if (claims.nonce !== nonce) throw new OpenIdFailure('rejected', 'the ID token has another nonce');
  const forOthers = Array.isArray(claims.aud) && claims.aud.length > 1;
  if (claims.azp === undefined ? forOthers : claims.azp !== client.clientId)
    throw new OpenIdFailure('rejected', 'the ID token was issued to another client');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email ?? null,
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    domainOwnerVerified: [true, 1, '1', 'true'].includes(claims.xms_edov ?? false),
    tenant: claims.tid ?? null,
    name: claims.name ?? null,
  };
}

/** OpenID Connect Discovery §4.3. Throws OpenIdFailure for the description of another issuer. */
function assertOwn(description: Description, client: OpenIdClient): void {
  const configured = new URL(client.issuer);
  const own = client.tenants
    ? URL.canParse(description.issuer) && new URL(description.issuer).origin === configured.origin
    : description.issuer === client.issuer;
  if (!own) throw new OpenIdFailure('unreachable', `${client.issuer} describes ${description.issuer}`);
  for (const address of [
    description.authorization_endpoint,
    description.token_endpoint,
    description.jwks_uri,
  ]) {
    // The secret of the client and the codes of people go there.
    if (new URL(address).protocol !== 'https:' && configured.protocol === 'https:')
      throw new OpenIdFailure('unreachable', `${client.issuer} names ${address}, which isn't https`);
  }
}

/** A GET, or a POST of form fields. Throws OpenIdFailure if there is no JSON response of a sane size in time. */
async function fetchJson(
  url: string,
  form?: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > MAX_BYTES) throw new Error('the response is too large');
      chunks.push(chunk);
    }
    return { status: response.status, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch (cause) {
    throw new OpenIdFailure('unreachable', `no valid response from ${url}`, cause);
  }
}
