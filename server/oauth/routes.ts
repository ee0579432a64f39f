import { type Context, Hono } from 'hono';
import { CONNECTION_CALLS } from '#contract/calls/connection-calls.ts';
import type { Binder } from '../http/bind.ts';
import type { AppEnv } from '../http/context.ts';
import { openCors } from '../http/cors.ts';
import { limitBody, readJsonBody } from '../http/json-body.ts';
import { addressKey } from '../http/rate-limit.ts';
import type { RequireLiveSession } from '../http/require-live-session.ts';
import { decide, type OAuthDeps, viewRequest } from './authorize.ts';
import { createClientDocuments } from './client-document.ts';
import { registerClient } from './clients.ts';
import { REGISTER_PATH, REVOKE_PATH, resourceMetadata, serverMetadata, TOKEN_PATH } from './metadata.ts';
import { OAuthError, oauthErrorResponse } from './oauth-error.ts';
import { issueTokens, revokeToken, type TokenForm } from './tokens.ts';

/** Its middleware must not reach what is mounted after it. */
const OAUTH_PATHS = '/oauth/*';
const MAX_BODY_BYTES = 16 * 1024;
const METADATA_SECONDS = 3600;

/**
 * Mounts OAuth 2.1 for assistants: the metadata, the registration, the tokens, and the calls of the consent page. Browsers of
 * any origin may use the first three, because they take no cookies.
 */
export function mountOauth(
  app: Hono<AppEnv>,
  binder: Binder,
  deps: OAuthDeps,
  requireLive: RequireLiveSession,
): void {
  const readDocument = createClientDocuments(deps);
  binder.signedIn(CONNECTION_CALLS.connectionRequest, ({ session, input }) =>
    viewRequest(deps, readDocument, session.accountId, input),
  );
  binder.signedIn(CONNECTION_CALLS.connectionDecide, ({ session, input }) =>
    decide(deps, readDocument, { session, requireLive }, input),
  );

  const metadata = (path: string, value: Record<string, unknown>) => {
    app.use(path, openCors);
    app.get(path, (context) =>
      context.json(value, 200, { 'Cache-Control': `public, max-age=${METADATA_SECONDS}` }),
    );
  };
  // Both places of each, because clients try either (RFC 9728 §3.1, RFC 8414 §3.1).
  for (const end of ['', '/mcp']) {
    metadata(`/.well-known/oauth-protected-resource${end}`, resourceMetadata(deps.publicUrl));
    metadata(`/.well-known/oauth-authorization-server${end}`, serverMetadata(deps.publicUrl));
  }

  const oauth = new Hono<AppEnv>();
  oauth.onError(oauthErrorResponse);
  oauth.use(OAUTH_PATHS, limitBody(MAX_BODY_BYTES));
  oauth.use(OAUTH_PATHS, async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
  });
  const address = (context: Context<AppEnv>) => addressKey(context.get('clientAddress'));
  oauth.post(TOKEN_PATH, async (context) =>
    context.json(await issueTokens(deps, address(context), await readForm(context))),
  );
  oauth.post(REVOKE_PATH, async (context) => {
    await revokeToken(deps, address(context), await readForm(context));
    return context.json({});
  });
  oauth.post(REGISTER_PATH, async (context) =>
    context.json(await registerClient(deps, address(context), await readJsonBody(context)), 201),
  );
  app.use(OAUTH_PATHS, openCors);
  app.route('/', oauth);
}

/** Reads a form (RFC 6749 §3.2). A field that comes twice makes the request invalid. */
async function readForm(context: Context<AppEnv>): Promise<TokenForm> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new OAuthError('invalid_request', 'Send a form: application/x-www-form-urlencoded.');
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(await context.req.raw.text())) {
    if (form.has(name) || value.includes('\0')) throw new OAuthError('invalid_request', `Send ${name} once.`);
    form.set(name, value);
  }
  return form;
}
