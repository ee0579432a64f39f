import type { PGlite } from '@electric-sql/pglite';
import { type DiskSpace, storageFull } from '../disk/disk-space.ts';

/** Statements that store nothing, or that end a transaction. */
const READS = /^\s*(?:select|show|fetch|close|commit|rollback)\b/i;
const READS_WITH = /^\s*with\b(?![\s\S]*\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b)/i;

type Statement = (sql: string, ...rest: never[]) => Promise<unknown>;

/**
 * A PGlite that refuses to write on a full disk (`storage_full`). PGlite itself would hang the process for
 * good, because PostgreSQL retries a WAL segment that it can't create.
 */
export function guardPGlite(pglite: PGlite, space: DiskSpace): PGlite {
  return guarded(pglite, space);
}

function guarded<Connection extends object>(connection: Connection, space: DiskSpace): Connection {
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name === 'query' || name === 'exec') {
        return async (sql: string, ...rest: never[]) => {
          if (!isRead(sql) && space.isFull()) throw storageFull();
          return (value as Statement).call(target, sql, ...rest);
        };
      }
      if (name === 'transaction') {
        return (body: (tx: object) => Promise<unknown>) =>
          value.call(target, (tx: object) => body(guarded(tx, space)));
      }
      return value.bind(target);
    },
  });
}

function isRead(sql: string): boolean {
  return READS.test(sql) || READS_WITH.test(sql);
}
