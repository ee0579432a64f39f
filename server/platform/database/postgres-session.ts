import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

const INT8_OID = 20;

/** One connection to PostgreSQL without time limits, for work that reads or writes whole tables. */
export interface PostgresSession {
  readonly client: pg.Client;
  /** the same connection, also within a transaction that a script began */
  readonly db: Db;
  /** Runs a script of several statements, without parameters. */
  runScript(script: string): Promise<void>;
  close(): Promise<void>;
}

/** Connects to PostgreSQL. With `schema`, names without a schema are those of that one. */
export async function openPostgresSession(
  url: string,
  { schema }: { schema?: string } = {},
): Promise<PostgresSession> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8_OID, Number);
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    types,
  });
  client.on('error', () => {});
  await client.connect();
  // Not in the startup packet, because connection poolers reject parameters they don't know. The formats are what
  // COPY writes and reads: a database can have others as its defaults.
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
     set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
     set bytea_output = 'hex'; set client_encoding = 'UTF8'`,
  );
  if (schema !== undefined)
    await client.query(`set search_path = ${client.escapeIdentifier(schema)}, pg_temp`);
  const connection = {
    query: client.query.bind(client),
    release: () => {},
  };
  const dialect = new PostgresDialect({
    pool: { connect: async () => connection as never, end: async () => {}, options: {} },
  });
  return {
    client,
    db: new Kysely<Tables>({ dialect }),
    runScript: async (script) => {
      await client.query(script);
    },
    close: () => client.end(),
  };
}
