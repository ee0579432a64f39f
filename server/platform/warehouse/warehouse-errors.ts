import { ClickHouseError } from '@clickhouse/client';
import { CallError } from '#contract/errors.ts';

const TIMEOUT_EXCEEDED = '159';
const MEMORY_LIMIT_EXCEEDED = '241';
/** Unknown user, wrong password, authentication failed, access denied, unknown database: the address or its user is not right. */
const REFUSALS = new Set(['192', '193', '516', '497', '81']);

/** What a statement is for: who searches can ask for less, who loads or deletes cannot. */
export type Work = 'search' | 'load';

const TOO_SLOW: Record<Work, string> = {
  search: 'This search took too long. Narrow the filters and try again.',
  load: 'The lead database took too long over a step of this and was stopped. Try again when it has less to do.',
};
const TOO_LARGE: Record<Work, string> = {
  search: 'This search needs more memory than it may have. Narrow the filters.',
  load: 'A step of this needs more memory than the lead database may have. Do it in smaller parts.',
};

/** A statement that was given up, or that the engine ended, at the end of its time. */
export function tooSlow(cause: unknown, work: Work): CallError {
  return new CallError('unavailable', TOO_SLOW[work], { cause });
}

const CONNECTION_ERRORS = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether the connection broke: what was at its other end may be gone. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONNECTION_ERRORS.has(String(error.code));
}

/** The error that callers get for a failure. An abort by the caller stays as it is. */
export function warehouseError(
  error: unknown,
  { embedded, work }: { embedded: boolean; work: Work },
): unknown {
  if (error instanceof CallError) return error;
  const unavailable = (message: string) => new CallError('unavailable', message, { cause: error });
  if (error instanceof ClickHouseError) {
    if (error.code === TIMEOUT_EXCEEDED) return tooSlow(error, work);
    if (error.code === MEMORY_LIMIT_EXCEEDED) return unavailable(TOO_LARGE[work]);
    if (REFUSALS.has(error.code)) {
      return unavailable('The lead database refuses this server. Its operator must look at CLICKHOUSE_URL.');
    }
    return new CallError('internal', undefined, { cause: error });
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return unavailable(
      embedded
        ? 'The lead database was interrupted while it answered. It starts again by itself: please try once more.'
        : 'The lead database cannot be reached at the moment. Please try again in a minute.',
    );
  }
  return error;
}
