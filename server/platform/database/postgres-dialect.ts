import { type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely';
import type pg from 'pg';
import { createDatabaseTurns, isHeavy } from './database-turns.ts';
import { assertNotGivenUp } from './request-scope.ts';

type Connection = Parameters<PostgresDriver['releaseConnection']>[0];

/** Of the connections of a process, heavy work has this share, and one at least. */
const HEAVY_SHARE = 0.25;

/** Leaves most connections of the pool to statements that aren't heavy work (database-turns.ts). */
class SharingDriver extends PostgresDriver {
  readonly #turns;
  readonly #ends = new WeakMap<DatabaseConnection, () => void>();

  constructor(pool: pg.Pool, connections: number) {
    super({ pool });
    this.#turns = createDatabaseTurns(Math.max(1, Math.floor(connections * HEAVY_SHARE)));
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    assertNotGivenUp();
    if (!isHeavy()) return super.acquireConnection();
    const end = await this.#turns.take();
    try {
      const connection = await super.acquireConnection();
      this.#ends.set(connection, end);
      return connection;
    } catch (error) {
      end();
      throw error;
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

/** PostgreSQL through a pool of `connections`, a part of which heavy work can use. */
export function sharingPostgresDialect(pool: pg.Pool, connections: number): PostgresDialect {
  const dialect = new PostgresDialect({ pool });
  dialect.createDriver = () => new SharingDriver(pool, connections);
  return dialect;
}
