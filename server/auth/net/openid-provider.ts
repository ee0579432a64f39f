import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
  skipStateCheck,
} from 'openid-client';
import { z } from 'zod';
import { cutText } from '#contract/cut-text.ts';
import type { HostResolver } from '#net/dns.ts';
import type { ReachPolicy } from '#net/guard.ts';
import { createGuardedSender } from '#net/http/guarded-request.ts';

/** How an identity provider is reached, and as which client. */
export interface OpenIdClient {
  /** the URL whose /.well-known/openid-configuration describes the provider, without a trailing slash */
  issuer: string;
  /** where requests to the origin of `issuer` go instead (tests, and Microsoft's national clouds) */
  servedAt?: string;
  clientId: string;
  clientSecret: string;
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
  /** The page to send the browser to. Throws OpenIdFailure. */
  authorizationUrl(request: {
    redirectUri: string;
    state: string;
    nonce: string;
    /** S256 (RFC 7636 §4.2) */
    codeChallenge: string;
  }): Promise<string>;
  /**
   * Exchanges a code and verifies the ID token (OpenID Connect Core §3.1.3.7): signature, issuer, audience,
   * expiry, time of issue and nonce. `now` is in ms since the epoch, `iss` the issuer in the response (RFC 9207).
   * The caller has checked the state. Throws OpenIdFailure.
   */
  redeem(response: {
    code: string;
    codeVerifier: string;
    redirectUri: string;
    nonce: string;
    iss: string | null;
    now: number;
  }): Promise<OpenIdClaims>;
  /** Closes all connections. */
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 500_000;
const DESCRIPTION_MS = 60 * 60_000;
const CLOCK_TOLERANCE_SECONDS = 60;
/** Microsoft's tokens name the tenant of the person as their issuer, where its description has this. */
const TENANT = '{tenantid}';

const flag = z.union([z.boolean(), z.number(), z.string()]).optional().catch(undefined);
const NAME_MAX_CHARS = 1000;
const Claims = z.object({
  iss: z.string(),
  // OpenID Connect Core §2: ASCII only. It identifies the account, so it is never cleaned.
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  iat: z.number(),
  azp: z.string().optional(),
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

/** Doesn't send a request before a person signs in. All requests go through the guard. */
export function createOpenIdProvider(
  client: OpenIdClient,
  { resolver, policy }: { resolver: HostResolver; policy: ReachPolicy },
): OpenIdProvider {
  const sender = createGuardedSender({ resolver, policy, limitMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
  const { origin } = new URL(client.issuer);
  const servedAt = client.servedAt ?? origin;
  // The settings allow http on loopback only, where tests run a provider.
  const insecure = servedAt.startsWith('http:');
  // The secret of the client and the codes of people go there.
  const endpoint = z.url({ protocol: insecure ? /^https?$/ : /^https$/ });
  const Description = z.object({
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    jwks_uri: endpoint,
  });
  let known: { configuration: Configuration; until: number } | null = null;

  const fetchGuarded: CustomFetch = async (address, { method, headers, body, signal }) => {
    const url = address.startsWith(`${origin}/`) ? servedAt + address.slice(origin.length) : address;
    try {
      const sent = { method, url, headers, body: body ? String(body) : null };
      const response = await sender.send(sent, signal);
      if (response.status >= 500 || response.status === 429)
        throw new Error(`it responded with ${response.status}`);
      return new Response(response.text || null, {
        status: response.status,
        headers: { 'content-type': String(response.headers['content-type'] ?? '') },
      });
    } catch (cause) {
      throw new OpenIdFailure('unreachable', `no valid response from ${url}`, cause);
    }
  };

  /** The provider's description of itself (OpenID Connect Discovery §4), which it gives again each hour. */
  async function configure(): Promise<Configuration> {
    if (known && Date.now() < known.until) return known.configuration;
    try {
      const configuration = await discovery(
        new URL(client.issuer),
        client.clientId,
        {
          client_secret: client.clientSecret,
          // Google and Microsoft sign with it. Never `none`, and never a symmetric one.
          id_token_signed_response_alg: 'RS256',
          [clockTolerance]: CLOCK_TOLERANCE_SECONDS,
        },
        undefined,
        {
          [customFetch]: fetchGuarded,
          // Checks the signature of ID tokens too, not only where they came from.
          execute: [enableNonRepudiationChecks, ...(insecure ? [allowInsecureRequests] : [])],
        },
      );
      Description.parse(configuration.serverMetadata());
      known = { configuration, until: Date.now() + DESCRIPTION_MS };
      return configuration;
    } catch (error) {
      const failed = failure(error);
      if (failed.kind === 'unreachable') throw failed;
      throw new OpenIdFailure('unreachable', `${client.issuer} has no valid description`, error);
    }
  }

  return {
    authorizationUrl: async ({ redirectUri, state, nonce, codeChallenge }) => {
      const configuration = await configure();
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        // People with several accounts choose one each time.
        prompt: 'select_account',
      }).href;
    },
    redeem: async ({ code, codeVerifier, redirectUri, nonce, iss, now }) => {
      const configuration = await configure();
      const response = new URL(redirectUri);
      response.searchParams.set('code', code);
      if (iss !== null && !configuration.serverMetadata().issuer.includes(TENANT))
        response.searchParams.set('iss', iss);
      try {
        const tokens = await authorizationCodeGrant(configuration, response, {
          expectedNonce: nonce,
          expectedState: skipStateCheck,
          idTokenExpected: true,
          pkceCodeVerifier: codeVerifier,
        });
        return readClaims(tokens.claims(), { clientId: client.clientId, now });
      } catch (error) {
        throw failure(error);
      }
    },
    close: () => sender.close(),
  };
}

/** Checks what openid-client doesn't: that the token isn't from the future, or issued to another client. */
function readClaims(payload: unknown, { clientId, now }: { clientId: string; now: number }): OpenIdClaims {
  const parsed = Claims.safeParse(payload);
  if (!parsed.success) throw new OpenIdFailure('rejected', 'the ID token lacks claims', parsed.error);
  const claims = parsed.data;
  if (claims.iat > now / 1000 + CLOCK_TOLERANCE_SECONDS)
    throw new OpenIdFailure('rejected', 'the ID token was issued in the future');
  if (claims.azp !== undefined && claims.azp !== clientId)
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

/** The error of a login. openid-client wraps what `fetchGuarded` threw. */
function failure(error: unknown): OpenIdFailure {
  if (error instanceof OpenIdFailure) return error;
  if (!(error instanceof Error)) return new OpenIdFailure('rejected', 'the login failed', error);
  if (error.cause instanceof OpenIdFailure) return error.cause;
  if (error instanceof ResponseBodyError)
    return new OpenIdFailure('rejected', `the provider responded with ${error.status} ${error.error}`);
  return new OpenIdFailure('rejected', error.message, error.cause instanceof Error ? error.cause : undefined);
}
