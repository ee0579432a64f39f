import { mkdirSync } from 'node:fs';
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite';
import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { type DiskSpace, UNKNOWN_SPACE } from '../disk/disk-space.ts';
import { createDatabaseTurns } from './database-turns.ts';
import { exclusivePGliteDialect, guardPGlite, markTransaction } from './pglite-dialect.ts';
import { createPoolConnections, type PoolConnections } from './pool-connections.ts';
import { sharingPostgresDialect } from './postgres-dialect.ts';
import { POSTGRES_LIMITS, type PostgresLimits, poolOptions, queueConnections } from './postgres-pool.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** An open database: PGlite (in this process) or PostgreSQL, with the same SQL. */
export interface Database {
  readonly db: Db;
  readonly kind: EmbeddedKind | PostgresKind;
  /** Runs a script of several statements, without parameters, however long it takes. */
  runScript(script: string): Promise<void>;
  /** the free space of its disk */
  readonly space: DiskSpace;
  close(): Promise<void>;
}

interface EmbeddedKind {
  engine: 'pglite';
  pglite: PGlite;
  /** how many statements and transactions of accounts have run so far */
  used(): number;
}

interface PostgresKind {
  engine: 'postgres';
  pool: pg.Pool;
  url: string;
  /** the options of the pool of the queue */
  queuePool: pg.PoolConfig;
  /** those of both pools */
  connections: PoolConnections;
  /** how many statements the database has answered so far */
  answered(): number;
}

/**
 * Runs `work` in a transaction. All its queries must use `tx`: on PGlite, a query on the root handle would
 * deadlock, so it throws instead.
 */
export function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => markTransaction(() => work(tx)));
}

const INT8_OID = 20;

const PGLITE_SETTINGS = {
  // Instead of 128 MB, to save memory on small servers.
  shared_buffers: '16MB',
  // A checkpoint (storage-watch.ts) then returns the space of the WAL to the disk.
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  // Without statistics, which nothing collects, a bitmap of all rows of an account would be read for a page of them.
  enable_bitmapscan: 'off',
};
const PGLITE_START_PARAMS = [
  ...PGlite.defaultStartParams,
  ...Object.entries(PGLITE_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/**
 * Opens PGlite on a folder, which is created if needed, or in memory, optionally from a dump of a data
 * folder.
 */
export async function openPGlite(options: {
  dataDir?: string;
  dump?: Blob;
  space?: DiskSpace;
}): Promise<Database> {
  if (options.dataDir) mkdirSync(options.dataDir, { recursive: true });
  const pglite = await PGlite.create({
    ...(options.dataDir ? { dataDir: options.dataDir } : {}),
    ...(options.dump ? { loadDataDir: options.dump } : {}),
    startParams: PGLITE_START_PARAMS,
    parsers: { [INT8_OID]: Number, [pgliteTypes.TIMESTAMPTZ]: (text: string) => new Date(text) },
  });
  return overPGlite(pglite, options.space);
}

/**
 * A database over a PGlite that is open. Closing the one closes the other. Every write fails with
 * `storage_full` while the disk is full.
 */
export function overPGlite(unguarded: PGlite, space: DiskSpace = UNKNOWN_SPACE): Database {
  const pglite = guardPGlite(unguarded, space);
  const turns = createDatabaseTurns(1);
  const db: Db = new Kysely<Tables>({ dialect: exclusivePGliteDialect(pglite, turns) });
  return {
    db,
    kind: { engine: 'pglite', pglite, used: () => turns.taken() },
    runScript: async (script) => {
      await pglite.exec(script);
    },
    space,
    close: () => db.destroy(),
  };
}

/** Connects to PostgreSQL by its URL, with `limits` or the defaults of the settings. */
export function openPostgres(url: string, limits: Partial<PostgresLimits> = {}): Database {
  const all = { ...POSTGRES_LIMITS, ...limits };
  const forQueue = queueConnections(all);
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(INT8_OID, Number);
  const connections = createPoolConnections();
  const size = all.pool - forQueue;
  const pool = new pg.Pool({ ...poolOptions(url, all, size, connections), types: parsers });
  // Without listeners, the error of a broken connection would end the process. The pool replaces the
  // connection, and the next query on it fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let answered = 0;
  const db: Db = new Kysely<Tables>({
    dialect: sharingPostgresDialect({ pool, size, waitMs: all.connectMs }),
    log: ({ level }) => {
      if (level === 'query') answered += 1;
    },
  });
  return {
    db,
    kind: {
      engine: 'postgres',
      pool,
      url,
      queuePool: poolOptions(url, all, forQueue, connections),
      connections,
      answered: () => answered,
    },
    // On its own connection without timeouts: a migration of a large table takes long.
    runScript: async (script) => {
      const client = new pg.Client({
        connectionString: url,
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
      });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query(script);
      } finally {
        await client.end();
      }
    },
    space: UNKNOWN_SPACE,
    close: () => db.destroy(),
  };
}
