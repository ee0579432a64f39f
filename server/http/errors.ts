import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallError, type ErrorBody } from '#contract/errors.ts';
import { isOutage, OUTAGE_RETRY_SECONDS } from '../platform/database/database-outage.ts';
import { FAILURE } from '../platform/database/outage-lines.ts';
import { isStorageFull, storageFull } from '../platform/disk/disk-space.ts';
import { firstErrorLine } from '../platform/operator-error.ts';
import type { AppEnv } from './context.ts';

/**
 * Converts a thrown value to an error response. Unexpected errors are logged, and their details are not
 * sent. An outage of the database is a 503 with Retry-After.
 */
export const errorResponse: ErrorHandler<AppEnv> = (thrown, context) => {
  const error = toCallError(thrown, context.get('operatorEmail'));
  logRefusal(context, error, thrown);
  if (error.retryAfterSeconds !== undefined)
    context.header('Retry-After', String(Math.ceil(error.retryAfterSeconds)));
  const body: ErrorBody = {
    error: {
      code: error.code,
      message: error.message,
      ...(error.details === undefined ? {} : { details: error.details }),
      request_id: context.get('requestId'),
    },
  };
  return context.json(body, error.status as ContentfulStatusCode);
};

/**
 * Logs a failed request: an unexpected failure as an error with its stack, an outage as a warning, and both once a
 * minute. `thrown` is the original value, `error` what the client gets.
 */
export function logRefusal(
  context: Context<AppEnv>,
  error: { status: number; code: string; message: string; cause?: unknown },
  thrown: unknown,
): void {
  const log = context.get('log');
  const failures = context.get('failures');
  if (error.status < 500) log.debug({ code: error.code, err: error.cause }, error.message);
  else if (context.req.raw.signal.aborted)
    log.info({ reason: firstErrorLine(thrown) }, 'client disconnected');
  else if (error.status === 500)
    failures.write(log, 'error', failureStack(thrown), { err: thrown }, 'request failed');
  else {
    // Something outside failed, and a stack would only show where we noticed.
    const reason = firstErrorLine(error.cause ?? thrown);
    const details = { code: error.code, reason, [FAILURE]: error.cause ?? thrown };
    failures.write(log, 'warn', `${error.code} ${reason}`, details, error.message);
  }
}

/** The same for each failure at the same place. */
function failureStack(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

function toCallError(thrown: unknown, operatorEmail: string | undefined): CallError {
  if (isStorageFull(thrown)) return storageFull(thrown, operatorEmail);
  if (thrown instanceof CallError) return thrown;
  if (thrown instanceof HTTPException && thrown.status < 500) {
    return new CallError(
      thrown.status === 413 ? 'payload_too_large' : 'validation_failed',
      thrown.message || undefined,
      {
        cause: thrown,
      },
    );
  }
  if (isOutage(thrown)) {
    return new CallError('unavailable', undefined, {
      retryAfterSeconds: OUTAGE_RETRY_SECONDS,
      cause: thrown,
    });
  }
  return new CallError('internal', undefined, { cause: thrown });
}
