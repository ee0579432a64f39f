import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { readSchema } from '../database/migrate.ts';
import type { DatabaseContents } from './manifest.ts';

/** Reads what a database contains. It reads all tables, so it takes long for a large one. */
export async function readContents(db: Db): Promise<DatabaseContents> {
  const { applied } = await readSchema({ db });
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1
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
    wrongBalances: await wrongBalances(db, rows),
    secret: await secretOf(db, rows),
  };
}

async function wrongBalances(db: Db, tables: Record<string, number>): Promise<number> {
  if (tables.accounts === undefined || tables.credit_entries === undefined) return 0;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int8 as count from accounts a left join (
      select account_id, sum(amount) as sum from credit_entries where from_balance group by account_id
    ) e on e.account_id = a.id where a.balance <> coalesce(e.sum, 0)
  `.execute(db);
  return Number(rows[0]?.count ?? 0);
}

async function secretOf(db: Db, tables: Record<string, number>): Promise<string | null> {
  if (tables.auth_secret === undefined) return null;
  const row = await db.selectFrom('auth_secret').select('fingerprint').executeTakeFirst();
  return row?.fingerprint ?? null;
}
