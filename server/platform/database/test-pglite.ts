import { readFileSync, writeFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import type { DiskSpace } from '../disk/disk-space.ts';
import { type Database, openPGlite, overPGlite } from './db.ts';
import { makeOnce } from './test-cache.ts';
import { prepare } from './test-template.ts';

/** One PGlite in memory, with what a reset needs to know about its template. */
interface Instance {
  pglite: PGlite;
  /** changes when a test changes the schema */
  schema: string;
  /** rows the migrations and the queue leave behind, as JSON, by table */
  seeds: Map<string, string>;
}

const free: Instance[] = [];

/**
 * A migrated, empty PGlite. Opening one takes a second of CPU time, so closing it empties it and keeps it for the
 * next test of this process. An instance whose schema changed is thrown away.
 */
export async function openTestPGlite(space?: DiskSpace): Promise<Database> {
  const instance = free.pop() ?? (await createInstance());
  let closing: Promise<void> | undefined;
  const lent: PGlite = new Proxy(instance.pglite, {
    get(pglite, name) {
      if (name === 'close') return () => (closing ??= takeBack(instance));
      if (name === 'closed') return closing !== undefined;
      if (closing !== undefined && (name === 'query' || name === 'exec' || name === 'transaction'))
        return () => Promise.reject(new Error('This test database is closed.'));
      const value: unknown = Reflect.get(pglite, name, pglite);
      return typeof value === 'function' ? value.bind(pglite) : value;
    },
  });
  const database = overPGlite(lent, space);
  return {
    ...database,
    close: async () => {
      await database.close();
      // Kysely closes what it used, and leaves what it never used.
      await lent.close();
    },
  };
}

async function createInstance(): Promise<Instance> {
  const database = await openPGlite({ dump: new Blob([await template()]) });
  if (database.kind.engine !== 'pglite') throw new Error('unreachable');
  const { pglite } = database.kind;
  const seeds = new Map<string, string>();
  for (const table of await filledTables(pglite)) {
    const { rows } = await pglite.query<{ rows: string }>(
      `select jsonb_agg(to_jsonb(t))::text as rows from ${table} t`,
    );
    seeds.set(table, rows[0]?.rows ?? '[]');
  }
  return { pglite, schema: await schemaFingerprint(pglite), seeds };
}

async function takeBack(instance: Instance): Promise<void> {
  const { pglite, schema, seeds } = instance;
  try {
    await pglite.exec('rollback');
    await pglite.exec('discard all');
    if ((await schemaFingerprint(pglite)) !== schema) throw new Error('The test changed the schema.');
    const filled = await filledTables(pglite);
    const changed = [...new Set([...filled, ...seeds.keys()])];
    // Deleting is faster than TRUNCATE, which gets slower with every file that PGlite replaces. Foreign keys are
    // checked when all rows are gone.
    await pglite.exec(
      `set session_replication_role = replica;
       ${changed.map((table) => `delete from ${table};`).join(' ')}
       set session_replication_role = default;`,
    );
    for (const [table, rows] of seeds) {
      await pglite.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
        rows,
      ]);
    }
    if (filled.length > 0) await pglite.exec(`vacuum ${filled.join(', ')}`);
    await restartSequences(pglite);
    free.push(instance);
  } catch {
    await pglite.close();
  }
}

async function restartSequences(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where last_value is not null`,
  );
  for (const { name } of rows) await pglite.exec(`alter sequence ${name} restart`);
}

/** Names of the tables with rows. */
async function filledTables(pglite: PGlite): Promise<string[]> {
  const tables = await pglite.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const filled = await pglite.query<{ name: string }>(
    tables.rows
      .map(({ name }) => `select '${name}' as name where exists (select 1 from ${name})`)
      .join(' union all '),
  );
  return filled.rows.map(({ name }) => name);
}

/** Changes when a table, column, index, function or trigger is added or removed. */
async function schemaFingerprint(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query(
    `select (select max(oid::bigint) from pg_class) as classes, (select count(*) from pg_class) as relations,
            (select count(*) from pg_attribute) as columns, (select max(oid::bigint) from pg_proc) as functions,
            (select max(oid::bigint) from pg_constraint) as constraints, (select count(*) from pg_trigger) as triggers`,
  );
  return JSON.stringify(rows);
}

/** The dump of a migrated PGlite. */
async function template(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await makeOnce('pglite', async (path) => {
    const database = await openPGlite({});
    await prepare(database);
    if (database.kind.engine !== 'pglite') throw new Error('unreachable');
    const dump = await database.kind.pglite.dumpDataDir('none');
    await database.close();
    writeFileSync(path, new Uint8Array(await dump.arrayBuffer()));
  });
  return new Uint8Array(readFileSync(file));
}
