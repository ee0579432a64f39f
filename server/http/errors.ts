import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { CallError, type ErrorBody } from '#contract/errors.ts';
import { isOutage, OUTAGE_RETRY_SECONDS } from '../platform/database-outage.ts';
import { isStorageFull, storageFull } from '../platform/disk-space.ts';
import type { AppEnv } from './context.ts';

/**
 * Converts a thrown value to an error response. Unexpected errors are logged, and their details are not
 * sent. An outage of the database is a 503 with Retry-After.
 */
export const errorResponse: ErrorHandler<AppEnv> = (thrown, context) => {
  const error = toCallError(thrown);
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
 * Logs a failed request, an unexpected failure as an error unless the client disconnected. `thrown` is the
 * original value, `error` what the client gets.
 */
export function logRefusal(
  context: Context<AppEnv>,
  error: { status: number; code: string; message: string; cause?: unknown },
  thrown: unknown,
): void {
  const log = context.get('log');
  if (error.status < 500) log.debug({ code: error.code, err: error.cause }, error.message);
  else if (context.req.raw.signal.aborted) log.info({ err: thrown }, 'client disconnected');
  else log.error({ err: thrown }, 'request failed');
}

function toCallError(thrown: unknown): CallError {
  if (thrown instanceof CallError) return thrown;
  if (isStorageFull(thrown)) return storageFull(thrown);
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
