import { sql } from 'kysely';
import { to as copyTo } from 'pg-copy-streams';
import type { Db } from '../database/db.ts';
import { openPostgresSession, type PostgresSession } from '../database/postgres-session.ts';
import { type BackedUpTable, type TableFile, wholeRows } from './table-files.ts';

/** A PostgreSQL database at one moment, whatever is written meanwhile. */
export interface DatabaseSnapshot {
  createdAt: Date;
  db: Db;
  tables: BackedUpTable[];
  /** the last value of each sequence that was used, by name */
  sequences: Record<string, number>;
  /** bytes of the tables, about */
  bytes: number;
  /** All rows, and the jobs that aren't done. */
  files(): AsyncGenerator<TableFile>;
  close(): Promise<void>;
}

/** Jobs that a process was working on are due at once: after a restore, no process works on them. */
const JOBS = `select case when state = 'active'
    then to_jsonb(j) || '{"state": "retry", "started_on": null, "heartbeat_on": null}'::jsonb else to_jsonb(j) end
  from pgboss.job j where state in ('created', 'retry', 'active')`;
const QUEUES = 'select to_jsonb(q) from pgboss.queue q';

/**
 * Begins to read a database in one transaction, which blocks no one who writes: only changes of tables wait for its
 * end.
 */
export async function openSnapshot(url: string): Promise<DatabaseSnapshot> {
  const session = await openPostgresSession(url, { schema: 'public' });
  try {
    // Its first query is the moment that it shows.
    await session.runScript('begin isolation level repeatable read, read only');
    const { rows: times } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(session.db);
    const moment = await readMoment(session);
    const tables = await readTables(session.db);
    return {
      createdAt: times[0]?.now ?? new Date(),
      db: session.db,
      tables,
      sequences: await readSequences(session.db),
      bytes: await tableBytes(session.db),
      files: () => files(session, tables, moment),
      close: () => session.close(),
    };
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** The tables that names without a schema mean, with the columns that COPY can write. */
export async function readTables(db: Db): Promise<BackedUpTable[]> {
  const { rows } = await sql<BackedUpTable>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

async function readSequences(db: Db): Promise<Record<string, number>> {
  // Sequences aren't part of a transaction. Read after it began, none is behind the rows that it shows.
  const { rows } = await sql<{ name: string; value: number }>`
    select sequencename as name, last_value as value from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(db);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Bytes of the tables that names without a schema mean, as they are on the disk, without their indexes. */
export async function tableBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_table_size(oid)), 0)::int8 as bytes from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** What the transaction of a session sees. It changes only if that has ended. */
async function readMoment({ db }: PostgresSession): Promise<string> {
  const { rows } = await sql<{ moment: string }>`
    select concat(now(), ' ', pg_current_snapshot()) as moment`.execute(db);
  return rows[0]?.moment ?? '';
}

async function* files(
  session: PostgresSession,
  tables: BackedUpTable[],
  moment: string,
): AsyncGenerator<TableFile> {
  const quoted = (name: string) => session.client.escapeIdentifier(name);
  for (const { name, columns } of tables)
    yield* copied(session, 'tables', name, `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`);
  const { rows } = await session.client.query<{ found: boolean }>(
    `select to_regclass('pgboss.job') is not null as found`,
  );
  if (rows[0]?.found) {
    yield* copied(session, 'queue', 'queues', QUEUES);
    yield* copied(session, 'queue', 'jobs', JOBS);
  }
  if ((await readMoment(session)) !== moment) throw new Error('its tables were not read in one transaction');
}

async function* copied(
  { client }: PostgresSession,
  of: TableFile['of'],
  table: string,
  query: string,
): AsyncGenerator<TableFile> {
  const stream = client.query(copyTo(`copy (${query}) to stdout`));
  for await (const bytes of wholeRows(stream)) yield { of, table, bytes };
}
