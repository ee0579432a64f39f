import type { Socket } from 'node:net';
import type pg from 'pg';
import { DatabaseSilent, type PoolConnections } from './pool-connections.ts';
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
 * long, and its query fails. The server's own timeouts free the locks of a client that is gone. Adds each to
 * `connections`, where the watch of the database finds most dead ones earlier.
 */
export function poolOptions(
  url: string,
  { timeoutMs, connectMs }: PostgresLimits,
  max: number,
  connections: PoolConnections,
): pg.PoolConfig {
  return {
    Client: class extends PostgresClient {
      constructor(config?: string | pg.ClientConfig) {
        super(config);
        connections.add(this);
      }
    },
    connectionString: url,
    max,
    connectionTimeoutMillis: Math.min(connectMs, timeoutMs),
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    // The pool waits for it before it hands out the connection; its type in @types/pg says void.
    onConnect: (client) => prepareConnection(client as PostgresClient, timeoutMs) as unknown as undefined,
  };
}

async function prepareConnection(client: PostgresClient, timeoutMs: number): Promise<void> {
  cutWhenSilent(client.socket, timeoutMs * SILENCE_SHARE);
  const seconds = `${Math.max(1, Math.round(timeoutMs / 1000))}`;
  // Not in the startup packet, because connection poolers such as PgBouncer reject parameters they don't
  // know.
  const { rows } = await client.query<{ pid: number }>(
    `select set_config('statement_timeout', $1, false),
            set_config('idle_in_transaction_session_timeout', $1, false),
            set_config('tcp_keepalives_idle', $2, false), set_config('tcp_keepalives_interval', $2, false),
            set_config('tcp_keepalives_count', '3', false), pg_backend_pid() as pid`,
    [`${timeoutMs}`, seconds],
  );
  // A connection pooler says another one at the start, and changes processes later.
  const { processID } = client as unknown as { processID?: number };
  if (rows[0] && rows[0].pid === processID) client.serverProcess = processID;
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
