import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import type { Database } from './db.ts';

const MIGRATIONS = new URL('../../../db/migrations/', import.meta.url);
/** Any fixed number. The lock serializes servers that start concurrently. */
const ADVISORY_LOCK = 7_216_114;
/** How long a migration waits for a table, and then lets others use it. */
const LOCK_SECONDS = 3;
const PAUSE_MS = 3000;
/** SQLSTATE */
const LOCK_TIMEOUT = '55P03';
/** The first line of a migration with which processes of the version before can go on. */
const COMPATIBLE = '-- Compatible';

/** What a database has of the migrations of this version, and of later ones. */
export interface Schema {
  applied: string[];
  /** in order */
  missing: string[];
  /** migrations that this version doesn't know */
  unknown: string[];
  /** whether this version can go on with the unknown ones */
  compatible: boolean;
}

/** The schema of a database. An empty one has no migration. */
export async function readSchema({ db }: Pick<Database, 'db'>): Promise<Schema> {
  const names = migrationNames();
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists
  `.execute(db);
  // Earlier versions have no such column.
  const stored = rows[0]?.exists
    ? (
        await sql<{ name: string; compatible: boolean }>`
          select name, coalesce((to_jsonb(m)->>'compatible')::boolean, false) as compatible
          from schema_migrations m order by name
        `.execute(db)
      ).rows
    : [];
  const applied = stored.map(({ name }) => name);
  const unknown = stored.filter(({ name }) => !names.includes(name));
  return {
    applied,
    missing: names.filter((name) => !applied.includes(name)),
    unknown: unknown.map(({ name }) => name),
    compatible: unknown.every(({ compatible }) => compatible),
  };
}

/**
 * The migrations that a database has and those it lacks, in order. An empty database has none. Throws
 * OperatorError if it has one that this version doesn't know: an older program would write wrong rows.
 */
export async function pendingMigrations(
  database: Pick<Database, 'db'>,
): Promise<{ applied: string[]; missing: string[] }> {
  const { applied, missing, unknown } = await readSchema(database);
  if (unknown.length > 0) {
    throw new OperatorError(
      `A newer version of Leadwell has used this database: it has the migration ${unknown.join(', ')}, which this version doesn't know. Start the newer version. Or go back to a copy of the database from before the update: an embedded database has them in DATA_DIR/backups.`,
    );
  }
  return { applied, missing };
}

/** The names of all migrations of this version, in order. */
export function migrationNames(): string[] {
  return readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** What to log while they wait. */
export const WAITING =
  'a backup or another program uses the tables: the update of the database waits for its end';

/** What is called while migrations are applied. */
export interface MigrationEvents {
  /** after each one, with the time that it took in ms */
  onApplied?: ((name: string, ms: number) => void) | undefined;
  /** once, if a backup or another program uses a table that one changes */
  onWait?: (() => void) | undefined;
}

/**
 * Applies missing migrations in order, each in its own transaction. Returns the names of the missing ones,
 * some of which a concurrent server may have applied. Throws OperatorError if the database is newer.
 */
export async function migrate(
  database: Pick<Database, 'db' | 'runScript'>,
  events?: MigrationEvents,
): Promise<string[]> {
  const { missing } = await pendingMigrations(database);
  await applyMigrations(database, missing, events);
  return missing;
}

/**
 * Applies those of the named migrations that are missing. They must be known ones, in order. While a backup reads, it waits for
 * tables only for a moment at a time: everyone else who needs such a table waits behind it.
 */
export async function applyMigrations(
  database: Pick<Database, 'runScript'>,
  names: readonly string[],
  { onApplied, onWait }: MigrationEvents = {},
): Promise<void> {
  let isWaiting = false;
  const applyBriefly = async (script: string): Promise<void> => {
    while (!(await hadLocks(database, script))) {
      if (!isWaiting) onWait?.();
      isWaiting = true;
      await delay(PAUSE_MS);
    }
  };
  // `if not exists` isn't safe for concurrent servers without the lock. Adding a column that is there waits for a backup, too.
  await applyBriefly(
    `begin; select pg_advisory_xact_lock(${ADVISORY_LOCK}); set local lock_timeout = '${LOCK_SECONDS}s';
     create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now());
     do $apply$ begin if not exists (select 1 from pg_attribute where attname = 'compatible' and not attisdropped
         and attrelid = to_regclass('schema_migrations')) then
       alter table schema_migrations add column compatible boolean not null default false;
     end if; end $apply$; commit;`,
  );
  for (const name of names) {
    const script = readFileSync(new URL(name, MIGRATIONS), 'utf8');
    const startedAt = performance.now();
    // Checks again under the lock, in case a concurrent server has applied it.
    await applyBriefly(
      `begin; select pg_advisory_xact_lock(${ADVISORY_LOCK}); set local lock_timeout = '${LOCK_SECONDS}s';
       do $apply$ begin if not exists (select 1 from schema_migrations where name = '${name}') then
         execute $migration$ ${script} $migration$;
         insert into schema_migrations (name, compatible) values ('${name}', ${script.startsWith(COMPATIBLE)});
       end if; end $apply$; commit;`,
    );
    onApplied?.(name, performance.now() - startedAt);
  }
}

/** Runs a script that is one transaction. false: it gave up waiting for a table, and has changed nothing. */
async function hadLocks(database: Pick<Database, 'runScript'>, script: string): Promise<boolean> {
  try {
    await database.runScript(script);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_TIMEOUT) throw error;
    await database.runScript('rollback');
    return false;
  }
}
