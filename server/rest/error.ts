import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { RestErrorCode } from '#contract/error-help.ts';
import { CallError, ERRORS, type ErrorCode } from '#contract/errors.ts';
import type { AppEnv } from '../http/context.ts';
import { logRefusal } from '../http/errors.ts';
import { isOutage, OUTAGE_RETRY_SECONDS } from '../platform/database/database-outage.ts';
import { isStorageFull, storageFull } from '../platform/disk/disk-space.ts';

/** An error response of /rest/v1 with the codes of PostgREST (PGRST…) and PostgreSQL. */
export class RestError extends Error {
  readonly status: number;
  readonly code: RestErrorCode | ErrorCode;
  readonly details: string | null;
  readonly hint: string | null;

  constructor(
    status: number,
    code: RestErrorCode | ErrorCode,
    message: string,
    more: { details?: string; hint?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'RestError';
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
  }
}

/** 42501 with status 401 for an anonymous request and 403 for a signed-in one. */
export function permissionDenied(table: string, signedIn: boolean): RestError {
  return new RestError(signedIn ? 403 : 401, '42501', `permission denied for table ${table}`);
}

export function unknownColumn(table: string, column: string): RestError {
  return new RestError(400, '42703', `column ${table}.${column} does not exist`);
}

/** A part of the query that can't be parsed or exceeds a limit. */
export function parseError(what: string, details: string): RestError {
  return new RestError(400, 'PGRST100', `failed to parse ${what}`, { details });
}

/** Converts a thrown value to an error response in PostgREST's format. */
export function restErrorResponse(thrown: unknown, context: Context<AppEnv>): Response {
  const error = toRestError(thrown, context.get('operatorEmail'));
  logRefusal(context, error, thrown);
  const seconds = thrown instanceof CallError ? thrown.retryAfterSeconds : undefined;
  if (seconds !== undefined) context.header('Retry-After', String(Math.ceil(seconds)));
  else if (error.status === 503) context.header('Retry-After', String(OUTAGE_RETRY_SECONDS));
  return context.json(
    { code: error.code, details: error.details, hint: error.hint, message: error.message },
    error.status as ContentfulStatusCode,
  );
}

function toRestError(thrown: unknown, operatorEmail: string | undefined): RestError {
  if (thrown instanceof RestError) return thrown;
  if (isStorageFull(thrown)) {
    const { status, message } = storageFull(thrown, operatorEmail);
    return new RestError(status, '53100', message, { cause: thrown });
  }
  if (thrown instanceof CallError && (thrown.status < 500 || thrown.code === 'unavailable')) {
    const code = thrown.code === 'bad_json' ? 'PGRST102' : thrown.code;
    return new RestError(thrown.status, code, thrown.message, { cause: thrown });
  }
  if (isOutage(thrown)) return new RestError(503, 'PGRST001', ERRORS.unavailable.message, { cause: thrown });
  return new RestError(500, 'XX000', 'Something went wrong. Please try again.', { cause: thrown });
}
