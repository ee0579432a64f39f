import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, transaction } from '../../platform/database/db.ts';

/** ANALYZE reads 300 times as many rows of a table. With 100, PostgreSQL's default, that takes more than 100 ms. */
const STATISTICS_TARGET = 5;

/**
 * Tells PGlite, which has no autovacuum, what its tables have: those without statistics, and those at autovacuum's default
 * threshold. Without, it takes large tables for small ones, and looks up row by row what it could join. Returns the tables.
 */
export async function analyzeTables({ db, space }: Pick<Database, 'db' | 'space'>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_mod_since_analyze > 50 + 0.1 * n_live_tup
      or (last_analyze is null and pg_relation_size(relid) > 0
        and not exists (select 1 from pg_statistic where starelid = relid))
  `.execute(db);
  const done: string[] = [];
  for (const { name } of rows) {
    if (space.isLow()) break;
    await transaction(db, async (tx) => {
      await sql`set local default_statistics_target = ${sql.lit(STATISTICS_TARGET)}`.execute(tx);
      await sql`analyze ${sql.raw(name)}`.execute(tx);
    });
    done.push(name);
    await nextTurn();
  }
  return done;
}
