import type { PostgresClient } from './postgres-client.ts';

/** The connection was cut because the database sent nothing for too long. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
}

/** What a connection had received at some moment. Any answer adds bytes. */
interface State {
  bytesRead: number;
  isWaiting: boolean;
  isInTransaction: boolean;
  /** false: it is still being opened, which may be refused */
  isOpen: boolean;
}

/** The state of all open connections at some moment. */
export type PoolState = ReadonlyMap<PostgresClient, State>;

/** The connections of a process, also those that are being opened. Ended ones fail their statements with DatabaseSilent. */
export interface PoolConnections {
  add(client: PostgresClient): void;
  state(): PoolState;
  /** Ends those that have received nothing since then. */
  endSilent(since: PoolState): void;
  /** The server processes of which an answer was awaited then. */
  awaited(since: PoolState): number[];
  /**
   * Ends connections whose server process was idle in several checks in a row, although they waited for its answer all the
   * time: the statement or its answer is lost. Ends unused ones with them, which are as old. `idle`: the processes of
   * `awaited` that are idle now. `before`: the state before a check whose own connection was silent, which took as long as
   * several; a connection that has waited since then is lost.
   *
   * Not found so are: a statement that the server still works on, a statement that a full socket can't send, connections
   * through a pooler such as PgBouncer, whose process IDs are its own, and a server that doesn't track activities. Those
   * end when they were silent for too long (postgres-pool.ts), or when the whole database is.
   */
  endLost(since: PoolState, idle: ReadonlySet<number>, before?: PoolState | null): void;
}

/** One lost packet is sent again within this number of checks. */
const LOST_AFTER_CHECKS = 3;

const SILENT = 'The database answers again, and sent nothing on this connection since it stopped.';
const LOST = 'The database answers other connections, and sent nothing on this one.';

export function createPoolConnections(): PoolConnections {
  const open = new Set<PostgresClient>();
  let suspects = new Map<PostgresClient, { bytesRead: number; checks: number }>();
  const isSilent = (client: PostgresClient, { bytesRead }: State) =>
    !client.socket.destroyed && client.socket.bytesRead === bytesRead;
  const end = (client: PostgresClient, message: string) => {
    open.delete(client);
    client.socket.destroy(new DatabaseSilent(message));
  };
  return {
    add(client) {
      open.add(client);
      client.once('end', () => open.delete(client));
    },
    state() {
      const state = new Map<PostgresClient, State>();
      for (const client of open) {
        const { destroyed, bytesRead } = client.socket;
        if (destroyed) open.delete(client);
        else
          state.set(client, {
            bytesRead,
            isWaiting: client.isWaiting,
            isInTransaction: client.getTransactionStatus() !== 'I',
            isOpen: client.getTransactionStatus() !== null,
          });
      }
      return state;
    },
    endSilent(since) {
      for (const [client, state] of since) if (isSilent(client, state)) end(client, SILENT);
    },
    awaited: (since) =>
      [...since].flatMap(([{ serverProcess }, { isWaiting }]) =>
        isWaiting && serverProcess !== null ? [serverProcess] : [],
      ),
    endLost(since, idle, before = null) {
      const waitedBefore = (client: PostgresClient, bytesRead: number) => {
        const state = before?.get(client);
        return state?.isWaiting === true && state.bytesRead === bytesRead;
      };
      const silent = [...since].filter(([client, state]) => isSilent(client, state));
      const now: typeof suspects = new Map();
      for (const [client, { isWaiting, bytesRead }] of silent) {
        if (!isWaiting || client.serverProcess === null || !idle.has(client.serverProcess)) continue;
        const known = suspects.get(client);
        const checks = known?.bytesRead === bytesRead ? known.checks + 1 : 1;
        now.set(client, {
          bytesRead,
          checks: waitedBefore(client, bytesRead) ? LOST_AFTER_CHECKS : checks,
        });
      }
      suspects = now;
      const lost = [...now].filter(([, { checks }]) => checks >= LOST_AFTER_CHECKS);
      if (lost.length === 0) return;
      for (const [client] of lost) end(client, LOST);
      for (const [client, { isWaiting, isInTransaction }] of silent)
        if (!isWaiting && !isInTransaction) end(client, LOST);
    },
  };
}
