import { sql } from 'kysely';
import { getConstructionPlans } from 'pg-boss';
import type { Db } from '../database/db.ts';
import type { PostgresSession } from '../database/postgres-session.ts';
import { restoreJobs } from './restored-queue.ts';

/** The schemas of a restore in PostgreSQL. */
export interface SchemaNames {
  /** the new state, built beside the old one */
  from: string;
  /** the jobs of the new state */
  fromQueue: string;
  /** gets the old state. It exists once the new one has replaced it */
  point: string;
  /** gets the old queue */
  pointQueue: string;
}

/** How long the swap waits for a statement of someone else. */
const LOCK_SECONDS = 20;

/** The schemas of the restore with this time in their names. */
export function schemaNames(time: string): SchemaNames {
  const suffix = time.toLowerCase().replaceAll(/[^0-9a-z]/g, '_');
  return {
    from: `restore_${suffix}`,
    fromQueue: `restore_queue_${suffix}`,
    point: `before_restore_${suffix}`,
    pointQueue: `before_restore_queue_${suffix}`,
  };
}

/**
 * Replaces the tables in `public` and the queue by those of a restore, in one transaction: the old ones move to the
 * schema `point`, and extensions stay where they are. `check` runs before the commit, and its error undoes everything.
 */
export async function swapSchemas(
  session: PostgresSession,
  names: SchemaNames,
  check: () => Promise<void>,
): Promise<void> {
  await swap(session, names, async ({ db, runScript }) => {
    await runScript(emptyQueue());
    await restoreJobs(db, names.fromQueue);
    // Without `cascade`, it fails if something was left behind.
    await runScript(`drop schema ${names.from}; drop schema ${names.fromQueue} cascade`);
    await check();
  });
}

/** Like `swapSchemas`, by the tables and the queue of a state that one of them has put aside. */
export async function swapBack(session: PostgresSession, names: SchemaNames): Promise<void> {
  await swap(session, names, async ({ runScript }) => {
    await runScript(`alter schema ${names.fromQueue} rename to pgboss; drop schema ${names.from}`);
  });
}

async function swap(
  session: PostgresSession,
  names: SchemaNames,
  finish: (session: PostgresSession) => Promise<void>,
): Promise<void> {
  const { db, runScript } = session;
  await runScript(`begin; set local lock_timeout = '${LOCK_SECONDS}s'; set local search_path = public, pg_temp;
    create schema ${names.point}; create schema if not exists public`);
  try {
    await moveObjects(session, 'public', names.point);
    await moveObjects(session, names.from, 'public');
    if (await schemaExists(db, 'pgboss'))
      await runScript(`alter schema pgboss rename to ${names.pointQueue}`);
    await finish(session);
    await runScript('commit');
  } catch (error) {
    // Without a connection, the database does so, and the first error says more.
    await runScript('rollback').catch(() => {});
    throw error;
  }
}

/** Deletes what a restore that ended in the middle has built. */
export async function dropLeftSchemas({ db, runScript }: PostgresSession): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname ~ '^restore_(queue_)?[0-9][0-9a-z_]*$'`.execute(
    db,
  );
  for (const { name } of rows) {
    await dropTables({ db, runScript }, name);
    await runScript(`drop schema ${name} cascade`);
  }
}

/** One at a time: on a full disk, dropping all at once has no room, and each makes room for the next. */
async function dropTables(
  { db, runScript }: Pick<PostgresSession, 'db' | 'runScript'>,
  schema: string,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', ${schema}::text, relname) as name from pg_class
    where relnamespace = ${schema}::regnamespace and relkind = 'r'
    order by pg_relation_size(oid) desc`.execute(db);
  for (const { name } of rows) await runScript(`drop table if exists ${name} cascade`).catch(() => {});
}

/** The schemas with tables that restores have put aside, the latest first. */
export async function keptStates(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_namespace where nspname ~ '^before_restore_[0-9][0-9a-z_]*$'
    order by 1 desc`.execute(db);
  return rows.map(({ name }) => name);
}

/** The queue that was put aside with a state, and when. `at`: null if the name doesn't say. */
export function keptWith(state: string): { queue: string; at: Date | null } {
  const suffix = state.slice('before_restore_'.length);
  const [, day, hour, minute, second] = /^(\d{4}_\d\d_\d\d)t(\d\d)_(\d\d)_(\d\d)/.exec(suffix) ?? [];
  const at = day ? new Date(`${day.replaceAll('_', '-')}T${hour}:${minute}:${second}Z`) : null;
  return { queue: `before_restore_queue_${suffix}`, at };
}

/** Whether there is a schema of this name. */
export async function schemaExists(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{
    found: boolean;
  }>`select exists (select 1 from pg_namespace where nspname = ${name}) as found`.execute(db);
  return rows[0]?.found === true;
}

/** The tables of the queue as pg-boss makes them, for a transaction that has begun. */
function emptyQueue(): string {
  return getConstructionPlans('pgboss')
    .replace(/^\s*BEGIN;/, '')
    .replace(/COMMIT;\s*$/, '');
}

/** Moves everything that we own from one schema to another, apart from what belongs to an extension or a table. */
async function moveObjects({ db, runScript }: PostgresSession, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ moved: string }>`
    with own as (select oid from pg_namespace where nspname = ${from}),
    fixed as (select objid, classid from pg_depend where deptype in ('e', 'a', 'i'))
    select format('%s %I.%I', case relkind when 'v' then 'view' when 'm' then 'materialized view'
             when 'S' then 'sequence' else 'table' end, ${from}::text, relname) as moved
    from pg_class c
    where relnamespace in (select oid from own) and relkind in ('r', 'p', 'v', 'm', 'S') and not relispartition
      and pg_has_role(relowner, 'usage')
      and not exists (select 1 from fixed where objid = c.oid and classid = 'pg_class'::regclass)
    union all
    select format('routine %I.%I(%s)', ${from}::text, proname, pg_get_function_identity_arguments(p.oid))
    from pg_proc p
    where pronamespace in (select oid from own) and pg_has_role(proowner, 'usage')
      and not exists (select 1 from fixed where objid = p.oid and classid = 'pg_proc'::regclass)
    union all
    select format('type %I.%I', ${from}::text, typname)
    from pg_type t
    where typnamespace in (select oid from own) and typtype in ('e', 'd') and pg_has_role(typowner, 'usage')
      and not exists (select 1 from fixed where objid = t.oid and classid = 'pg_type'::regclass)`.execute(db);
  for (const { moved } of rows) await runScript(`alter ${moved} set schema ${to}`);
}
