import { sql } from 'kysely';
import { wrongBalances } from '../accounts/balance-check.ts';
import type { DatabaseContents } from '../platform/backup/manifest.ts';
import { secretFingerprint } from '../platform/database/auth-secret.ts';
import type { Db } from '../platform/database/db.ts';
import { readSchema } from '../platform/database/migrate.ts';

/**
 * Reads what a database contains. It reads all tables, so it takes long for a large one. It begins no transaction of its own,
 * whose end would end that of a backup.
 */
export async function readContents(db: Db): Promise<DatabaseContents> {
  const { applied } = await readSchema({ db });
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition order by 1
  `.execute(db);
  const rows: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const counted = await sql<{
      count: number;
    }>`select count(*)::int8 as count from ${sql.table(name)}`.execute(db);
    rows[name] = Number(counted.rows[0]?.count ?? 0);
  }
  return {
    migrations: applied,
    rows,
    wrongBalances: rows.credit_entries === undefined ? 0 : await wrongBalances(db),
    secret: rows.auth_secret === undefined ? null : await secretFingerprint(db),
  };
}
