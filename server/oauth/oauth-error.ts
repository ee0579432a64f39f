import type { Context } from 'hono';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from '../http/context.ts';
import { errorResponse, logRefusal } from '../http/errors.ts';

/** Codes of RFC 6749 §5.2, RFC 7591 §3.2.2 and RFC 8707 §2. */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'temporarily_unavailable';

/** A refusal by an address for assistants. `message` is for their authors. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, message: string) {
    super(message);
    this.name = 'OAuthError';
    this.code = code;
  }
}

/** An error as an OAuth client reads it (RFC 6749 §5.2). What is no refusal is answered as everywhere else. */
export function oauthErrorResponse(thrown: Error, context: Context<AppEnv>): Response | Promise<Response> {
  if (thrown instanceof OAuthError) {
    logRefusal(context, { status: 400, code: thrown.code, message: thrown.message }, thrown);
    return context.json({ error: thrown.code, error_description: thrown.message }, 400);
  }
  if (thrown instanceof CallError && thrown.status === 429) {
    if (thrown.retryAfterSeconds !== undefined)
      context.header('Retry-After', String(Math.ceil(thrown.retryAfterSeconds)));
    return context.json({ error: 'temporarily_unavailable', error_description: thrown.message }, 429);
  }
  if (thrown instanceof CallError && thrown.status < 500)
    return context.json({ error: 'invalid_request', error_description: thrown.message }, 400);
  return errorResponse(thrown, context);
}
