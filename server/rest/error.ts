import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallError } from '#contract/errors.ts';
import type { AppEnv } from '../http/context.ts';
import { logRefusal } from '../http/errors.ts';

/** A refusal of /rest/v1. Codes are PostgREST's (PGRST…) and PostgreSQL's, as clients know them. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;

  constructor(
    status: number,
    code: string,
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

/** 42501: 401 for nobody, 403 for somebody who may not. */
export function permissionDenied(table: string, signedIn: boolean): RestError {
  return new RestError(signedIn ? 403 : 401, '42501', `permission denied for table ${table}`);
}

export function unknownColumn(table: string, column: string): RestError {
  return new RestError(400, '42703', `column ${table}.${column} does not exist`);
}

/** A part of the query that is not understood, or is more than this server takes. */
export function unreadable(what: string, details: string): RestError {
  return new RestError(400, 'PGRST100', `failed to parse ${what}`, { details });
}

/** Turns whatever was thrown into PostgREST's error body. */
export function answerRestError(thrown: unknown, context: Context<AppEnv>): Response {
  const error = toRestError(thrown);
  logRefusal(context, error, thrown);
  return context.json(
    { code: error.code, details: error.details, hint: error.hint, message: error.message },
    error.status as ContentfulStatusCode,
  );
}

function toRestError(thrown: unknown): RestError {
  if (thrown instanceof RestError) return thrown;
  if (thrown instanceof CallError && thrown.status < 500) {
    const code = thrown.code === 'bad_json' ? 'PGRST102' : thrown.code;
    return new RestError(thrown.status, code, thrown.message, { cause: thrown });
  }
  return new RestError(500, 'XX000', 'Something went wrong. Please try again.', { cause: thrown });
}
