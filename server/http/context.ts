import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { API_KEY_MARK, type ApiScope } from '#contract/api-keys.ts';
import { CallError } from '#contract/errors.ts';
import type { FailureLog } from '../platform/failure-log.ts';
import type { Log } from '../platform/log.ts';

/** The session of a signed-in request, or the account of an API key. */
export interface Session {
  accountId: string;
  /** With an API key, the ID of the key: it is no session. */
  sessionId: string;
  email: string;
  /** The API key that the request came with. */
  apiKey?: { id: string; scopes: readonly ApiScope[] };
}

/** The Hono context of every handler. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    log: Log;
    failures: FailureLog;
    clientAddress: string;
    /** OPERATOR_EMAIL, for errors that only the operator can end */
    operatorEmail: string | undefined;
    callSession: Session | null;
  };
}

/**
 * Verifies a bearer token: an access token or an API key. Returns null if the access token isn't valid, and
 * throws CallError for a key that can't be used. It can set response headers. Provided by auth and api-keys.
 */
export type Authenticate = (token: string, context: Context<AppEnv>) => Promise<Session | null>;

/**
 * The bearer token of a request, or null. supabase-js sends the publishable key as the token of anonymous
 * requests.
 */
export function bearerToken(context: Context<AppEnv>, publishableKey: string): string | null {
  const match = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '');
  const token = match?.[1];
  return token && token !== publishableKey ? token : null;
}

/** The session of a request; null if the request is anonymous or its token invalid. */
export async function requestSession(
  context: Context<AppEnv>,
  publishableKey: string,
  authenticate: Authenticate,
): Promise<Session | null> {
  const token = bearerToken(context, publishableKey);
  return token ? authenticate(token, context) : null;
}

/** Where programs put keys at other servers. */
const KEY_HEADERS = ['authorization', 'apikey', 'x-api-key'];

/** The refusal of an anonymous request. If it has an API key elsewhere than as a bearer token, it says where keys go. */
export function notAuthenticated(context: Context<AppEnv>): CallError {
  const places = [context.req.url, ...KEY_HEADERS.map((name) => context.req.header(name))];
  const isMisplaced = places.some((place) => place?.includes(API_KEY_MARK));
  return new CallError(
    'not_authenticated',
    isMisplaced ? `Send the API key in the header “Authorization: Bearer ${API_KEY_MARK}...”.` : undefined,
  );
}
