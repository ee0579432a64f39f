import { DatabaseUnavailable } from './availability.ts';
import { DatabaseSilent } from './pool-connections.ts';

/** When a client should try again after an outage, in seconds. */
export const OUTAGE_RETRY_SECONDS = 5;

/** Connection exceptions, shutdown, start-up, no free connection, and timeouts (PostgreSQL, appendix A). */
const SQL_STATES = /^(08...|57P0[1-5]|53300|57014|25P0[34])$/;
const SOCKET_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** PostgreSQL answers, but others use all of its connections. */
const TOO_MANY_CONNECTIONS = '53300';
/** Errors that pg and its pool throw without a code. */
const MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
];

/**
 * Whether an error means that the database, or another service, can't be reached or doesn't answer. The same
 * work can succeed later.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseSilent || error instanceof DatabaseUnavailable) return true;
  const code = 'code' in error ? String(error.code) : '';
  return (
    SOCKET_CODES.has(code) ||
    SQL_STATES.test(code) ||
    MESSAGES.some((start) => error.message.startsWith(start))
  );
}

/** Whether an error means that PostgreSQL has no connection left, for now or for this user or database. */
export function hasNoConnectionLeft(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === TOO_MANY_CONNECTIONS;
}

/** Of these, a statement that was too slow is worth a line of its own. */
const TOO_SLOW = '57014';

/**
 * Whether an error means that the database can't be reached or doesn't answer, and not another service. The watch of the
 * database reports it.
 */
export function isDatabaseOutage(error: Error): boolean {
  if (!isOutage(error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (!SOCKET_CODES.has(code)) return code !== TOO_SLOW;
  return error.stack?.includes('/node_modules/pg') === true;
}
