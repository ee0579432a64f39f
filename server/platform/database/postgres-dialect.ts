import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely';
import type pg from 'pg';
import { hasNoConnectionLeft } from './database-outage.ts';
import { createDatabaseTurns, isHeavy } from './database-turns.ts';
import { assertNotGivenUp } from './request-scope.ts';

type Connection = Parameters<PostgresDriver['releaseConnection']>[0];

/** Of the connections of a process, heavy work has this share, and one at least. */
const HEAVY_SHARE = 0.25;
/** Until PostgreSQL is asked again for a connection, or the pool for one that became free, in ms. */
const ASK_AGAIN_MS = 100;

interface SharedPool {
  pool: pg.Pool;
  /** the connections of the pool */
  size: number;
  /** the longest wait while PostgreSQL has no connection left, in ms */
  waitMs: number;
}

/**
 * Leaves most connections of the pool to statements that aren't heavy work (database-turns.ts). While other processes use all
 * connections of PostgreSQL, as during an update, waits for one, or for one of the pool that becomes free.
 */
class SharingDriver extends PostgresDriver {
  readonly #turns;
  readonly #ends = new WeakMap<DatabaseConnection, () => void>();

  readonly #waitMs: number;

  constructor({ pool, size, waitMs }: SharedPool) {
    super({ pool });
    this.#turns = createDatabaseTurns(Math.max(1, Math.floor(size * HEAVY_SHARE)));
    this.#waitMs = waitMs;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    assertNotGivenUp();
    if (!isHeavy()) return this.#waitForConnection();
    const end = await this.#turns.take();
    try {
      const connection = await this.#waitForConnection();
      this.#ends.set(connection, end);
      return connection;
    } catch (error) {
      end();
      throw error;
    }
  }

  async #waitForConnection(): Promise<DatabaseConnection> {
    const until = performance.now() + this.#waitMs;
    while (true) {
      try {
        return await super.acquireConnection();
      } catch (error) {
        if (!hasNoConnectionLeft(error) || performance.now() > until) throw error;
      }
      await delay(ASK_AGAIN_MS);
      assertNotGivenUp();
    }
  }

  override async commitTransaction(connection: Connection): Promise<void> {
    assertNotGivenUp();
    await super.commitTransaction(connection);
  }

  override async releaseConnection(connection: Connection): Promise<void> {
    const end = this.#ends.get(connection);
    this.#ends.delete(connection);
    try {
      await super.releaseConnection(connection);
    } finally {
      end?.();
    }
  }
}

/** PostgreSQL through a pool, a part of whose connections heavy work can use. */
export function sharingPostgresDialect(shared: SharedPool): PostgresDialect {
  const dialect = new PostgresDialect({ pool: shared.pool });
  dialect.createDriver = () => new SharingDriver(shared);
  return dialect;
}
