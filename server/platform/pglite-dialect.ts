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

/** Set in the body of a transaction and all it starts; `open` turns false when the body ends, since what it started may outlive it. */
const scope = new AsyncLocalStorage<{ open: boolean }>();

/** Runs the body of a transaction so that a query on the root handle made in it is told apart. */
export async function markTransaction<T>(body: () => Promise<T>): Promise<T> {
  const mark = { open: true };
  try {
    return await scope.run(mark, body);
  } finally {
    mark.open = false;
  }
}

/**
 * Hands the one connection to one holder at a time, first come first served, as Kysely does; but a query on the root handle
 * inside an open transaction, which would wait for itself for ever, fails at once.
 */
class OneAtATimeDriver extends PGliteDriver implements Driver {
  #last: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (scope.getStore()?.open) {
      throw new Error(
        'A query on the root database inside an open transaction would wait for ever: pass the transaction.',
      );
    }
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    this.#release = resolve;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    this.#release?.();
  }
}

/** Kysely's own lock would wait before our driver is asked; the driver locks instead. */
class SelfLockingAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export function exclusivePGliteDialect(pglite: PGlite): PGliteDialect {
  const dialect = new PGliteDialect({ pglite });
  dialect.createDriver = () => new OneAtATimeDriver({ pglite });
  dialect.createAdapter = (): DialectAdapter => new SelfLockingAdapter();
  return dialect;
}
