import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Database } from './db.ts';

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url);
/** Any fixed number: servers that start together migrate one after the other. */
const ADVISORY_LOCK = 7_216_114;

/**
 * Applies the migrations that are missing, in the order of their numbers, each in a transaction of its own. Returns the names of those
 * that were missing when it came to them; another server may have been quicker.
 */
export async function migrate(database: Database): Promise<string[]> {
  const names = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  // `if not exists` alone is no match for servers that start together.
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
    // Servers that start together queue at the lock; the later ones find the name and change nothing.
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
