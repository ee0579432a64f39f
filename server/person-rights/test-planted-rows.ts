import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { Tables } from '../platform/database/tables.ts';
import { searchedTables } from './find-records.ts';
import { tableColumns } from './search-rows.ts';

/** Every table of the database that isn't the queue's. */
export async function allTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> 'schema_migrations' order by 1
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** Lets a test database take any row: drops the constraints of all tables that aren't keys. */
export async function dropConstraints(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype in ('f', 'c') and connamespace = 'public'::regnamespace and conrelid <> 0
  `.execute(db);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
}

/**
 * Adds a row to each searched table for each of its columns with text, which has `text` there and nowhere else. Returns the
 * tables and columns, as "list_rows.cells".
 */
export async function plantEverywhere(db: Db, text: string): Promise<string[]> {
  const planted: string[] = [];
  for (const [table, declared] of searchedTables()) {
    const { searched } = await tableColumns(db, table, declared);
    for (const { name } of searched) {
      await insertRow(db, table, name, text);
      planted.push(`${table}.${name}`);
    }
  }
  return planted;
}

async function insertRow(db: Db, table: keyof Tables, column: string, text: string): Promise<void> {
  const { rows: columns } = await sql<{ name: string; type: string; written: string }>`
    select column_name as name, data_type as type,
      case when is_identity = 'YES' or is_generated = 'ALWAYS' then 'never' else 'always' end as written
    from information_schema.columns where table_schema = 'public' and table_name = ${table}
  `.execute(db);
  const own = columns.filter(({ written }) => written === 'always');
  const value = ({ name, type }: { name: string; type: string }) =>
    name === column ? withText(type, text) : emptyValue(type);
  await sql`
    insert into ${sql.table(table)} (${sql.join(own.map(({ name }) => sql.ref(name)))})
    values (${sql.join(own.map(value))})
  `.execute(db);
}

function withText(type: string, text: string): RawBuilder<unknown> {
  if (type === 'jsonb') return sql`${JSON.stringify({ note: [`Write to ${text}`] })}::jsonb`;
  if (type === 'ARRAY') return sql`array[${text}]`;
  if (type === 'bytea') return sql`convert_to(${`Ann,${text}\r\nBen,ben@noisy.example\r\n`}, 'UTF8')`;
  return sql`${text}`;
}

function emptyValue(type: string): RawBuilder<unknown> {
  if (type === 'uuid') return sql`${randomUUID()}::uuid`;
  if (type === 'jsonb') return sql`'{}'::jsonb`;
  if (type === 'ARRAY') return sql`'{}'`;
  if (type === 'bytea') return sql`''::bytea`;
  if (type === 'boolean') return sql`false`;
  if (type.startsWith('timestamp') || type === 'date') return sql`now()`;
  if (/int|numeric|double/.test(type)) return sql`${Math.floor(Math.random() * 2 ** 31)}`;
  return sql`${randomUUID()}`;
}
