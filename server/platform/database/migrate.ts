import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import type { Database } from './db.ts';

const MIGRATIONS = new URL('../../../db/migrations/', import.meta.url);
/** Any fixed number. The lock serializes servers that start concurrently. */
const ADVISORY_LOCK = 7_216_114;

/**
 * The migrations that a database has and those it lacks, in order. An empty database has none. Throws
 * OperatorError if it has one that this version doesn't know: an older program would write wrong rows.
 */
export async function pendingMigrations(
  database: Database,
): Promise<{ applied: string[]; missing: string[] }> {
  const names = migrationNames();
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists
  `.execute(database.db);
  const applied = rows[0]?.exists
    ? (await sql<{ name: string }>`select name from schema_migrations order by name`.execute(database.db))
        .rows
    : [];
  const has = applied.map(({ name }) => name);
  const unknown = has.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new OperatorError(
      `A newer version of Leadwell has used this database: it has the migration ${unknown.join(', ')}, which this version doesn't know. Start the newer version. Or go back to a copy of the database from before the update: an embedded database has them in DATA_DIR/backups.`,
    );
  }
  return { applied: has, missing: names.filter((name) => !has.includes(name)) };
}

function migrationNames(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/**
 * Applies missing migrations in order, each in its own transaction. Returns the names of the missing ones,
 * some of which a concurrent server may have applied. Throws OperatorError if the database is newer.
 */
export async function migrate(database: Database): Promise<string[]> {
  await pendingMigrations(database);
  const names = migrationNames();
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
