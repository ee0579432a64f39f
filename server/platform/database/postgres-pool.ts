import type { Socket } from 'node:net';
import type pg from 'pg';
import { PostgresClient } from './postgres-client.ts';

/** How many connections a process opens to PostgreSQL, and how long it waits for an answer. */
export interface PostgresLimits {
  /** connections of a process, those of the queue included */
  pool: number;
  /** how long a statement can take, and a transaction can be idle, in ms */
  timeoutMs: number;
  /** the longest wait for a new connection, or for one that is free, in ms */
  connectMs: number;
}

export const POSTGRES_LIMITS: PostgresLimits = { pool: 14, timeoutMs: 30_000, connectMs: 10_000 };

const IDLE_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/** The server cancels a slow statement before the client gives up the connection. */
const SILENCE_SHARE = 1.25;
const MAX_QUEUE_CONNECTIONS = 4;

/** How many of the connections of a process are the queue's. */
export function queueConnections({ pool }: PostgresLimits): number {
  return Math.min(MAX_QUEUE_CONNECTIONS, Math.max(1, Math.floor(pool / 3)));
}

/**
 * The options of a pool whose connections can't hang. A connection can die without a sign (failover, a
 * firewall that forgot it), and pg then waits forever. So each connection is cut when it was silent for too
 * long, and its query fails. The server's own timeouts free the locks of a client that is gone.
 */
export function poolOptions(
  url: string,
  { timeoutMs, connectMs }: PostgresLimits,
  max: number,
): pg.PoolConfig {
  return {
    Client: PostgresClient,
    connectionString: url,
    max,
    connectionTimeoutMillis: Math.min(connectMs, timeoutMs),
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // The pool waits for it before it hands out the connection; its type in @types/pg says void.
    onConnect: (client) => prepareConnection(client as pg.Client, timeoutMs) as unknown as undefined,
  };
}

/** The connection was cut because the database sent nothing for too long. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
}

async function prepareConnection(client: pg.Client, timeoutMs: number): Promise<void> {
  cutWhenSilent(client.connection.stream as Socket, timeoutMs * SILENCE_SHARE);
  const seconds = `${Math.max(1, Math.round(timeoutMs / 1000))}`;
  // Not in the startup packet, because connection poolers such as PgBouncer reject parameters they don't
  // know.
  await client.query(
    `select set_config('statement_timeout', $1, false),
            set_config('idle_in_transaction_session_timeout', $1, false),
            set_config('tcp_keepalives_idle', $2, false), set_config('tcp_keepalives_interval', $2, false),
            set_config('tcp_keepalives_count', '3', false)`,
    [`${timeoutMs}`, seconds],
  );
}

function cutWhenSilent(socket: Socket, ms: number): void {
  socket.setTimeout(ms, () => {
    const { bytesRead } = socket;
    // After a blocked event loop, the timeout comes before the bytes that have arrived meanwhile.
    setImmediate(() => {
      if (socket.destroyed || socket.bytesRead !== bytesRead) return;
      socket.destroy(new DatabaseSilent(`The database sent nothing for ${ms} ms.`));
    });
  });
}
