import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** A hash of all rows of each table that names without a schema mean, on PostgreSQL and PGlite alike. */
export async function tableHashes(db: Db): Promise<Record<string, string>> {
  return db.connection().execute(async (connection) => {
    await sql`set timezone = 'UTC'`.execute(connection);
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`.execute(connection);
    const hashes: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ hash: string }>`
        select md5(coalesce(string_agg(row, ',' order by row), '')) as hash
        from (select md5(to_jsonb(t)::text) as row from ${sql.table(name)} t) rows`.execute(connection);
      hashes[name] = rows[0]?.hash ?? '';
    }
    return hashes;
  });
}
