import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from './db.ts';

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url);
/** Any fixed number. The lock serializes servers that start concurrently. */
const ADVISORY_LOCK = 7_216_114;

/**
 * Applies missing migrations in order, each in its own transaction. Returns the names of the missing ones,
 * some of which a concurrent server may have applied.
 */
export async function migrate(database: Database): Promise<string[]> {
  const names = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  // `if not exists` isn't safe for concurrent servers without the lock.
  await database.runScript(
    `begin; select pg_advisory_xact_lock(${ADVISORY_LOCK});
     create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now());
     commit;`,
  );
  const applied: string[] = [];
  for (const name of names) {
    const done = await sql`select 1 from schema_migrations where name = ${name}`.execute(database.db);
    if (done.rows.length > 0) continue;
    const script = readFileSync(new URL(name, MIGRATIONS), 'utf8');
    // Checks again under the lock, in case a concurrent server has applied it.
    await database.runScript(
      `begin; select pg_advisory_xact_lock(${ADVISORY_LOCK});
       do $apply$ begin if not exists (select 1 from schema_migrations where name = '${name}') then
         execute $migration$ ${script} $migration$;
         insert into schema_migrations (name) values ('${name}');
       end if; end $apply$; commit;`,
    );
    applied.push(name);
  }
  return applied;
}
