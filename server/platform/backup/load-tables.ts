import { sql } from 'kysely';
import type { Database, Db } from '../database/db.ts';
import { applyMigrations } from '../database/migrate.ts';
import { readTables } from './dump-tables.ts';
import type { Manifest } from './manifest.ts';
import type { TableFile } from './table-files.ts';

/** An empty schema that a backup is loaded into. Names without a schema are those of that one. */
export interface LoadTarget extends Pick<Database, 'db' | 'runScript'> {
  /** Runs a COPY ... FROM with its rows. `statement` has everything between the two words. */
  copyIn(what: string, bytes: Buffer): Promise<void>;
  /** the name of another schema, for the jobs of the queue */
  queueSchema: string;
}

/** Fills a schema from the files of a backup. */
export interface TableLoader {
  /** Stores the rows of one file. Throws if they aren't what the manifest says. */
  load(file: TableFile): Promise<void>;
  /** Checks the references, and lets sequences go on where they were. Call it after the last file. */
  finish(): Promise<void>;
}

const QUEUE_TABLES: readonly string[] = ['queues', 'jobs'];

/**
 * Creates the tables as the version that wrote the backup had them, without rows. Throws if the backup has other
 * tables or columns.
 */
export async function prepareTables(target: LoadTarget, manifest: Manifest): Promise<TableLoader> {
  const { db, runScript, copyIn, queueSchema } = target;
  await applyMigrations(target, manifest.contents.migrations);
  const tables = await readTables(db);
  const expected = new Map(
    (manifest.tables ?? []).map(({ name, columns }) => [name, [...columns].sort().join()]),
  );
  for (const { name, columns } of tables)
    if (expected.get(name) !== [...columns].sort().join())
      throw new Error(`its table ${name} has other columns than this version gives it`);
  if (expected.size !== tables.length) throw new Error('it has a table that this version does not know');
  // From the manifest, because the order of columns can differ. Each is known by now.
  const columnsOf = new Map(
    (manifest.tables ?? []).map(({ name, columns }) => [name, columns.map(quote).join(', ')]),
  );
  const names = tables.map(({ name }) => quote(name));
  // Migrations store rows, too.
  await runScript(`truncate ${names.join(', ')}`);
  for (const name of names) await runScript(`alter table ${name} disable trigger user`);
  const references = await readReferences(db);
  for (const { table, name } of references) await runScript(`alter table ${table} drop constraint ${name}`);
  await runScript(
    `create schema ${quote(queueSchema)};
     ${QUEUE_TABLES.map((name) => `create table ${quote(queueSchema)}.${name} (row jsonb not null);`).join('\n')}`,
  );
  return {
    async load({ of, table, bytes }) {
      if (of === 'queue') {
        if (!QUEUE_TABLES.includes(table)) throw new Error(`it has rows of ${table}`);
        return copyIn(`${quote(queueSchema)}.${table} (row)`, bytes);
      }
      const columns = columnsOf.get(table);
      if (columns === undefined) throw new Error(`it has rows of ${table}`);
      await copyIn(`${quote(table)} (${columns})`, bytes);
    },
    async finish() {
      for (const { table, name, definition } of references)
        await runScript(`alter table ${table} add constraint ${name} ${definition}`);
      for (const name of names) await runScript(`alter table ${name} enable trigger user`);
      await continueSequences(db, manifest.sequences ?? {});
      // Without statistics, the first queries of large tables would read all rows.
      await runScript('analyze');
    },
  };
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

interface Reference {
  table: string;
  name: string;
  definition: string;
}

/** Checked once at the end, they cost a small part of what they cost for each row. */
async function readReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select format('%I', c.relname) as table, format('%I', k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by 1, 2`.execute(db);
  return rows;
}

async function continueSequences(db: Db, values: Record<string, number>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = current_schema()`.execute(db);
  for (const { name } of rows) {
    const value = values[name];
    if (value !== undefined) await sql`select setval(${quote(name)}::regclass, ${value}::int8)`.execute(db);
  }
}
