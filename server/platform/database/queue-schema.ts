import { sql } from 'kysely';
import packageJson from 'pg-boss/package.json' with { type: 'json' };
import type { Db } from './db.ts';

/** The version of the queue's tables that this program works with. */
export const QUEUE_SCHEMA: number = packageJson.pgboss.schema;

/** The version of the queue's tables in a database; null if it has none. */
export async function queueSchemaVersion(db: Db): Promise<number | null> {
  const found = await sql<{
    found: boolean;
  }>`select to_regclass('pgboss.version') is not null as found`.execute(db);
  if (!found.rows[0]?.found) return null;
  const { rows } = await sql<{ version: number }>`select version from pgboss.version`.execute(db);
  return rows[0]?.version ?? null;
}
