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
  tables: Table[];
  /** rows the migrations and the queue leave behind, as JSON, by table */
  seeds: Map<string, string>;
}

interface Table {
  oid: number;
  /** as in a statement, with its schema */
  name: string;
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
  const { rows: tables } = await pglite.query<Table>(
    `select c.oid::int4 as oid, format('%I.%I', nspname, relname) as name
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`,
  );
  const seeds = new Map<string, string>();
  for (const { name } of await filledTables(pglite, tables)) {
    const { rows } = await pglite.query<{ rows: string }>(
      `select jsonb_agg(to_jsonb(t))::text as rows from ${name} t`,
    );
    seeds.set(name, rows[0]?.rows ?? '[]');
  }
  return { pglite, schema: await schemaFingerprint(pglite), tables, seeds };
}

async function takeBack(instance: Instance): Promise<void> {
  const { pglite, schema, tables, seeds } = instance;
  try {
    await pglite.exec('rollback');
    await pglite.exec('discard all');
    if ((await schemaFingerprint(pglite)) !== schema) throw new Error('The test changed the schema.');
    const filled = await filledTables(pglite, tables);
    const changed = new Set([...filled.map(({ name }) => name), ...seeds.keys()]);
    // Deleting is faster than TRUNCATE, which gets slower with every file that PGlite replaces. Foreign keys are
    // checked when all rows are gone.
    await pglite.exec(
      `set session_replication_role = replica;
       ${[...changed].map((table) => `delete from ${table};`).join(' ')}
       set session_replication_role = default;`,
    );
    for (const [table, rows] of seeds) {
      await pglite.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
        rows,
      ]);
    }
    // Most tables have no long values, and half of the time went into looking for them.
    const plain = filled.filter((table) => !table.has_long).map(({ name }) => name);
    const long = filled.filter((table) => table.has_long).map(({ name }) => name);
    if (plain.length > 0)
      await pglite.exec(`vacuum (process_toast false, skip_database_stats) ${plain.join(', ')}`);
    if (long.length > 0) await pglite.exec(`vacuum (skip_database_stats) ${long.join(', ')}`);
    await pglite.exec(
      'select setval(seqrelid, seqstart, false) from pg_sequence where pg_sequence_last_value(seqrelid) is not null',
    );
    free.push(instance);
  } catch {
    await pglite.close();
  }
}

/**
 * The tables with rows, and whether some of their values are stored apart. One with rows has pages, which is quicker to
 * ask for than a row of each.
 */
async function filledTables(
  pglite: PGlite,
  tables: readonly Table[],
): Promise<{ name: string; has_long: boolean }[]> {
  const { rows } = await pglite.query<{ oid: number; has_long: boolean }>(
    `select oid, case when reltoastrelid <> 0 then pg_relation_size(reltoastrelid) > 0 else false end as has_long
     from pg_class where oid = any ($1::oid[]) and pg_relation_size(oid) > 0`,
    [`{${tables.map(({ oid }) => oid).join()}}`],
  );
  const names = new Map(tables.map(({ oid, name }) => [oid, name]));
  return rows.map(({ oid, has_long }) => ({ name: names.get(oid) ?? '', has_long }));
}

/** Changes when a table, column, index, function or trigger is added or removed. */
async function schemaFingerprint(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query(
    `select (select array[max(oid::bigint), count(*), sum(relnatts)] from pg_class) as relations,
            (select max(oid::bigint) from pg_proc) as functions,
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
