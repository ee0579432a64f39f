import { sql } from 'kysely';
import { MEGABYTE } from '../disk/free-bytes.ts';
import type { Db } from './db.ts';

/** Larger tables take too long to read whole while a server works. */
export const READABLE_BYTES = 64 * MEGABYTE;

/** A table of ours and its size on the disk in bytes, with its indexes. */
export interface TableSize {
  table: string;
  /** of its rows alone */
  rowBytes: number;
  bytes: number;
}

/** Our tables by name. */
export async function tableSizes(db: Db): Promise<TableSize[]> {
  const { rows } = await sql<{ table: string; rowBytes: number; bytes: number }>`
    select c.relname as "table", pg_relation_size(c.oid)::float8 as "rowBytes",
      pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by c.relname
  `.execute(db);
  return rows;
}

/** The number of rows of each table, by name; null for tables that are too large to count. */
export async function countTables(db: Db): Promise<Map<string, number | null>> {
  const counts = new Map<string, number | null>();
  for (const { table, rowBytes } of await tableSizes(db)) {
    if (rowBytes > READABLE_BYTES) {
      counts.set(table, null);
      continue;
    }
    const { rows } = await sql<{ n: number }>`select count(*)::float8 as n from ${sql.table(table)}`.execute(
      db,
    );
    counts.set(table, rows[0]?.n ?? 0);
  }
  return counts;
}
