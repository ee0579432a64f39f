import { mkdirSync } from 'node:fs';
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { exclusivePGliteDialect, markTransaction } from './pglite-dialect.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** One open database: the same SQL over PGlite (in this process) or PostgreSQL. */
export interface Database {
  readonly db: Db;
  readonly kind: { engine: 'pglite'; pglite: PGlite } | { engine: 'postgres'; pool: pg.Pool; url: string };
  /** Runs a script of several statements, without parameters. */
  runScript(script: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs `work` in one transaction. Inside it every query must go through `tx`; on PGlite a query on the root handle fails
 * at once rather than waiting for itself.
 */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => markTransaction(() => work(tx)));
}

const INT8_OID = 20;

/** 16 MB of buffers instead of 128: a small server's memory matters more than PGlite's cache. */
const PGLITE_START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** Opens PGlite on a folder (made when missing), in memory without one, or from a dump of a data folder. */
export async function openPGlite(options: { dataDir?: string; dump?: Blob }): Promise<Database> {
  if (options.dataDir) mkdirSync(options.dataDir, { recursive: true });
  const pglite = await PGlite.create({
    ...(options.dataDir ? { dataDir: options.dataDir } : {}),
    ...(options.dump ? { loadDataDir: options.dump } : {}),
    startParams: PGLITE_START_PARAMS,
    parsers: { [INT8_OID]: Number, [pgliteTypes.TIMESTAMPTZ]: (text: string) => new Date(text) },
  });
  return overPGlite(pglite);
}

/** A database over a PGlite that is open. Closing the one closes the other. */
export function overPGlite(pglite: PGlite): Database {
  const db: Db = new Kysely<Tables>({ dialect: exclusivePGliteDialect(pglite) });
  return {
    db,
    kind: { engine: 'pglite', pglite },
    runScript: async (script) => {
      await pglite.exec(script);
    },
    close: () => db.destroy(),
  };
}

/** Connects to PostgreSQL by its URL. */
export function openPostgres(url: string, poolSize = 10): Database {
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(INT8_OID, Number);
  const pool = new pg.Pool({ connectionString: url, max: poolSize, types: parsers });
  // A connection that breaks is replaced by the pool, and the next query of whoever holds it fails; without listeners its error
  // would end the process, of an idle one by the pool, of one held between two queries by itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    kind: { engine: 'postgres', pool, url },
    runScript: async (script) => {
      await pool.query(script);
    },
    close: () => db.destroy(),
  };
}
