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
import type { DatabaseTurns } from './database-turns.ts';

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

/**
 * Gives out the single connection: the callers take turns (database-turns.ts). A query on the root handle inside an
 * open transaction, which would deadlock, fails immediately.
 */
class OneAtATimeDriver extends PGliteDriver implements Driver {
  readonly #turns: DatabaseTurns;
  #release: (() => void) | undefined;

  constructor(pglite: PGlite, turns: DatabaseTurns) {
    super({ pglite });
    this.#turns = turns;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (scope.getStore()?.open) {
      throw new Error(
        'A query on the root database inside an open transaction would deadlock: pass the transaction.',
      );
    }
    this.#release = await this.#turns.take();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#release?.();
  }
}

/** Turns off Kysely's own lock, which would wait before it calls our driver. The driver locks instead. */
class SelfLockingAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** `turns` has one slot. */
export function exclusivePGliteDialect(pglite: PGlite, turns: DatabaseTurns): PGliteDialect {
  const dialect = new PGliteDialect({ pglite });
  dialect.createDriver = () => new OneAtATimeDriver(pglite, turns);
  dialect.createAdapter = (): DialectAdapter => new SelfLockingAdapter();
  return dialect;
}
