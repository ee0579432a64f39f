import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite } from '@electric-sql/pglite';
import {
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  PGliteAdapter,
  PGliteDialect,
  PGliteDriver,
} from 'kysely';
import { type DiskSpace, storageFull } from '../disk/disk-space.ts';
import type { DatabaseTurns } from './database-turns.ts';

/** How long statements can follow each other without a turn of the event loop. */
const LOOP_WAIT_MS = 20;

/** Set in a transaction's body and all async work it starts. `open` becomes false when the body ends. */
const scope = new AsyncLocalStorage<{ open: boolean }>();

/** Runs the body of a transaction so that queries on the root handle can be detected in it. */
export async function markTransaction<T>(body: () => Promise<T>): Promise<T> {
  const mark = { open: true };
  try {
    return await scope.run(mark, body);
  } finally {
    mark.open = false;
  }
}

/** Whether this runs inside the body of an open transaction. */
export function isInTransaction(): boolean {
  return scope.getStore()?.open === true;
}

/**
 * Gives out the single connection: the callers take turns (database-turns.ts). A query on the root handle inside an
 * open transaction, which would deadlock, fails immediately.
 */
class OneAtATimeDriver extends PGliteDriver implements Driver {
  readonly #turns: DatabaseTurns;
  #release: (() => void) | undefined;
  /** The end of the first statement since the last turn of the event loop. */
  #busySince: number | null = null;

  constructor(pglite: PGlite, turns: DatabaseTurns) {
    super({ pglite });
    this.#turns = turns;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (isInTransaction()) {
      throw new Error(
        'A query on the root database inside an open transaction would deadlock: pass the transaction.',
      );
    }
    this.#release = await this.#turns.take();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    const release = this.#release;
    if (!release) return;
    if (this.#isLoopWaiting()) setImmediate(release);
    else release();
  }

  /**
   * Whether statements have followed each other for long without a turn of the event loop. The embedded database answers
   * in microtasks, so callers that wait for each other would keep requests from being read and answers from being sent.
   */
  #isLoopWaiting(): boolean {
    if (this.#busySince === null) {
      this.#busySince = performance.now();
      setImmediate(() => {
        this.#busySince = null;
      });
      return false;
    }
    return performance.now() - this.#busySince > LOOP_WAIT_MS;
  }
}

/** Turns off Kysely's own lock, which would wait before it calls our driver. The driver locks instead. */
class SelfLockingAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** The dialect of an embedded database, which has one connection. `turns` has one slot. */
export function exclusivePGliteDialect(pglite: PGlite, turns: DatabaseTurns): PGliteDialect {
  const dialect = new PGliteDialect({ pglite });
  dialect.createDriver = () => new OneAtATimeDriver(pglite, turns);
  dialect.createAdapter = (): DialectAdapter => new SelfLockingAdapter();
  return dialect;
}

/** Statements that store nothing, or that end a transaction. */
const READS = /^\s*(?:select|show|fetch|close|commit|rollback)\b/i;
const READS_WITH = /^\s*with\b(?![\s\S]*\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b)/i;

type Statement = (sql: string, ...rest: never[]) => Promise<unknown>;

/**
 * A connection of PGlite that refuses to write on a full disk (`storage_full`). PGlite itself would hang the process for
 * good, because PostgreSQL retries a WAL segment that it can't create.
 */
export function guardPGlite<Connection extends object>(connection: Connection, space: DiskSpace): Connection {
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name === 'query' || name === 'exec') {
        return async (sql: string, ...rest: never[]) => {
          const isRead = READS.test(sql) || READS_WITH.test(sql);
          if (!isRead && space.isFull()) throw storageFull();
          return (value as Statement).call(target, sql, ...rest);
        };
      }
      if (name === 'transaction') {
        return (body: (tx: object) => Promise<unknown>) =>
          value.call(target, (tx: object) => body(guardPGlite(tx, space)));
      }
      return value.bind(target);
    },
  });
}
