import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AUTH_ERRORS, type AuthErrorCode } from '#contract/auth.ts';
import { CallError, ERRORS, type ErrorCode } from '#contract/errors.ts';
import { contactOperator } from '#contract/operator.ts';
import type { Deps } from '../deps.ts';
import type { AppEnv } from '../http/context.ts';
import { logRefusal } from '../http/errors.ts';
import { isOutage, OUTAGE_RETRY_SECONDS } from '../platform/database/database-outage.ts';
import { isStorageFull, storageFull } from '../platform/disk/disk-space.ts';

const CODED_SINCE = '2024-01-01';
const VERSION_HEADER = 'X-Supabase-Api-Version';

/** An error response of /auth/v1. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  /** with `weak_password`: why the password is weak */
  readonly reasons: string[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** with `second_factor_needed`: the ticket of the sign-in */
  readonly ticket: string | undefined;

  constructor(
    code: AuthErrorCode,
    message: string,
    options: {
      status?: number;
      reasons?: string[];
      retryAfterSeconds?: number;
      ticket?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AuthError';
    this.code = code;
    this.status = options.status ?? AUTH_ERRORS[code];
    this.reasons = options.reasons;
    this.ticket = options.ticket;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The error of a sign-in while too many others wait for their turn. */
export function tooManySignIns(): AuthError {
  return new AuthError(
    'request_timeout',
    'Too many people are logging in right now. Please try again shortly.',
    { retryAfterSeconds: 5 },
  );
}

/** The error of a sign-in to an account that the operator disabled. */
export function accountDisabled({ config }: Pick<Deps, 'config'>): AuthError {
  const contact = contactOperator(config.OPERATOR_EMAIL);
  return new AuthError('user_banned', `This account has been disabled. ${contact}`);
}

/** The error of a sign-in that is right so far and needs its second factor. */
export function secondFactorNeeded(ticket: string): AuthError {
  return new AuthError(
    'second_factor_needed',
    'Enter the code from your authenticator app to finish logging in.',
    { ticket },
  );
}

/** The error of a function call for an error of /auth/v1. Other values stay as they are. */
export function toCallError(thrown: unknown): unknown {
  if (!(thrown instanceof AuthError)) return thrown;
  const code = thrown.code === 'over_email_send_rate_limit' ? 'rate_limited' : 'validation_failed';
  return new CallError(code, thrown.message, {
    details: { reason: thrown.code },
    ...(thrown.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: thrown.retryAfterSeconds }),
    cause: thrown,
  });
}

const CODE_OF_CALL_ERROR: Partial<Record<ErrorCode, AuthErrorCode>> = {
  validation_failed: 'validation_failed',
  bad_json: 'bad_json',
  not_found: 'not_found',
  payload_too_large: 'payload_too_large',
  rate_limited: 'over_request_rate_limit',
};

/**
 * Converts a thrown value to an error response of /auth/v1. Its format depends on the API version in the
 * request.
 */
export function authErrorResponse(thrown: unknown, context: Context<AppEnv>): Response {
  const error = toAuthError(thrown, context.get('operatorEmail'));
  logRefusal(context, error, thrown);
  context.header('X-Sb-Error-Code', error.code);
  if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds));
  const reasons = error.reasons ? { weak_password: { reasons: error.reasons } } : {};
  const pending = error.ticket ? { second_factor: { ticket: error.ticket } } : {};
  const status = error.status as ContentfulStatusCode;
  if (acceptsCodedErrors(context)) {
    context.header(VERSION_HEADER, CODED_SINCE);
    return context.json({ code: error.code, message: error.message, ...reasons, ...pending }, status);
  }
  return context.json(
    { code: status, error_code: error.code, msg: error.message, ...reasons, ...pending },
    status,
  );
}

function acceptsCodedErrors(context: Context<AppEnv>): boolean {
  const version = context.req.header(VERSION_HEADER) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= CODED_SINCE;
}

function toAuthError(thrown: unknown, operatorEmail: string | undefined): AuthError {
  if (thrown instanceof AuthError) return thrown;
  if (isStorageFull(thrown)) {
    const { message, retryAfterSeconds = 0 } = storageFull(thrown, operatorEmail);
    // supabase-js signs out after a 507, and keeps the session after a 503.
    return new AuthError('request_timeout', message, { retryAfterSeconds, cause: thrown });
  }
  if (thrown instanceof CallError) {
    const code = CODE_OF_CALL_ERROR[thrown.code];
    if (code) {
      return new AuthError(code, thrown.message, {
        ...(thrown.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: thrown.retryAfterSeconds }),
        cause: thrown.cause,
      });
    }
  }
  if (isOutage(thrown)) {
    return new AuthError('request_timeout', ERRORS.unavailable.message, {
      retryAfterSeconds: OUTAGE_RETRY_SECONDS,
      cause: thrown,
    });
  }
  return new AuthError('unexpected_failure', 'Something went wrong. Please try again.', { cause: thrown });
}
