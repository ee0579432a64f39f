import { sql } from 'kysely';
import type { Db } from './db.ts';
import { READABLE_BYTES } from './table-sizes.ts';

/** Rows that name a row that is gone. */
export interface OrphanRows {
  table: string;
  /** the table of the rows that are gone */
  of: string;
  count: number;
}

/**
 * Finds rows whose account or task is gone. The database refuses to make them, but a restore with triggers turned off
 * doesn't. Tables above 64 MB are left out.
 */
export async function findOrphanRows(db: Db): Promise<OrphanRows[]> {
  const { rows: keys } = await sql<{ table: string; of: string; column: string; key: string }>`
    select t.relname as "table", o.relname as "of", a.attname as "column", k.attname as "key"
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_class o on o.oid = c.confrelid
    join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and n.nspname = 'public'
      and o.relname in ('accounts', 'tasks') and pg_relation_size(t.oid) <= ${READABLE_BYTES}
    order by 1, 3
  `.execute(db);
  const found: OrphanRows[] = [];
  for (const { table, of, column, key } of keys) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::float8 as n from ${sql.table(table)} r
      where ${sql.ref(`r.${column}`)} is not null
        and not exists (select from ${sql.table(of)} o where ${sql.ref(`o.${key}`)} = ${sql.ref(`r.${column}`)})
    `.execute(db);
    const count = rows[0]?.n ?? 0;
    if (count > 0) found.push({ table, of, count });
  }
  return found;
}
