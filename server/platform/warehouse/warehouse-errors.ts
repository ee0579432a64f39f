import { ClickHouseError } from '@clickhouse/client';
import { CallError } from '#contract/errors.ts';
import { storageFull } from '../disk/disk-space.ts';

const TIMEOUT_EXCEEDED = '159';
const MEMORY_LIMIT_EXCEEDED = '241';
const NOT_ENOUGH_SPACE = '243';
/**
 * Unknown user, wrong password, authentication failed, access denied, unknown database: CLICKHOUSE_URL is
 * wrong.
 */
const ACCESS_ERRORS = new Set(['192', '193', '516', '497', '81']);

/**
 * Rows that are stored and can't be read: a checksum that doesn't match, a file that is missing, too short or can't be
 * decompressed.
 */
const DAMAGE_ERRORS = new Set([
  '3',
  '32',
  '33',
  '40',
  '107',
  '226',
  '227',
  '228',
  '246',
  '271',
  '432',
  '740',
]);
const DAMAGED =
  "Some leads of this database are damaged and can't be read. The operator of this server has to repair it. You aren't charged for leads that weren't sent.";

/** What a statement is for. A search can be narrowed, so its messages suggest that. */
export type Work = 'search' | 'load';

const TOO_SLOW: Record<Work, string> = {
  search: 'This search took too long. Narrow the filters and try again.',
  load: 'The lead database took too long for one step, which was stopped. Try again when it is less busy.',
};
const TOO_LARGE: Record<Work, string> = {
  search: 'This search needs too much memory. Narrow the filters and try again.',
  load: 'One step needs more memory than the lead database is allowed to use. Split the work into smaller parts.',
};

/** The error for a statement that reached its time limit. */
export function tooSlow(cause: unknown, work: Work): CallError {
  return new CallError('unavailable', TOO_SLOW[work], { cause });
}

const CONNECTION_ERRORS = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Whether the connection failed, possibly because the engine exited. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONNECTION_ERRORS.has(String(error.code));
}

/** How often a read is repeated after its engine exited. */
const RETRIES = 2;

/**
 * Runs a read, and again if its engine exited or the connection broke. `read` must return its whole result at
 * once, so that a repeated read gives nothing twice.
 */
export async function retryInterrupted<T>(read: () => Promise<T>): Promise<T> {
  for (let retries = RETRIES; ; retries -= 1) {
    try {
      return await read();
    } catch (error) {
      const interrupted = error instanceof CallError && isConnectionError(error.cause);
      if (!interrupted || retries === 0) throw error;
    }
  }
}

/** Converts a failure to the error that callers get. Returns an abort by the caller unchanged. */
export function warehouseError(
  error: unknown,
  { embedded, work }: { embedded: boolean; work: Work },
): unknown {
  if (error instanceof CallError) return error;
  const unavailable = (message: string) => new CallError('unavailable', message, { cause: error });
  if (error instanceof ClickHouseError) {
    if (error.code === TIMEOUT_EXCEEDED) return tooSlow(error, work);
    if (error.code === MEMORY_LIMIT_EXCEEDED) return unavailable(TOO_LARGE[work]);
    if (error.code === NOT_ENOUGH_SPACE || /No space left on device/i.test(error.message))
      return storageFull(error);
    if (ACCESS_ERRORS.has(error.code)) {
      return unavailable('The lead database refuses access. The operator must check CLICKHOUSE_URL.');
    }
    if (DAMAGE_ERRORS.has(error.code)) return unavailable(DAMAGED);
    return new CallError('internal', undefined, { cause: error });
  }
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return unavailable(
      embedded
        ? 'The lead database was interrupted and is restarting. Please try again.'
        : 'The lead database cannot be reached right now. Please try again in a minute.',
    );
  }
  return error;
}
