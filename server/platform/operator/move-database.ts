import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { plural } from '#contract/plural.ts';
import { type Database, openPostgres } from '../database/db.ts';
import { migrate } from '../database/migrate.ts';
import type { Log } from '../log.ts';
import { firstErrorLine, OperatorError } from '../operator-error.ts';
import { createQueue } from '../queue/queue.ts';

/** Rows per statement; fewer in tables with files, whose rows have up to a megabyte. */
const ROWS_PER_STEP = 500;
const FILES_PER_STEP = 4;
/** Tables that the target has already: its own migrations, and the queue's state apart from jobs. */
const OWN_TABLES = new Set(['public.schema_migrations']);
/** Triggers of the target fill them while other tables are copied. They are copied last, which replaces that. */
const COUNTERS = new Set(['public.account_storage']);

/** A table to copy, with quoted names. */
interface MovedTable {
  name: string;
  columns: string[];
  hasFiles: boolean;
}

/**
 * Copies an embedded database into an empty PostgreSQL: all rows, and the waiting and running jobs of tasks.
 * `source` is migrated and nothing else uses it. Everything happens in one transaction, which compares the
 * counts of both sides at its end. `onTable` gets the rows of each table. Throws OperatorError if the target
 * can't be reached or isn't empty.
 */
export async function moveDatabase(
  source: Database,
  url: string,
  log: Log,
  onTable: (table: string, rows: number) => void,
): Promise<void> {
  if (source.kind.engine !== 'pglite') throw new Error('Only an embedded database can be moved.');
  const { pglite } = source.kind;
  await prepareTarget(url, log);
  const target = new pg.Client({ connectionString: url });
  await target.connect();
  try {
    await target.query('begin');
    const tables = await findTables(pglite);
    await assertEmpty(target, tables);
    for (const table of tables) {
      const rows = await copyTable(pglite, target, table);
      onTable(table.name.replace(/^public\./, ''), rows);
    }
    onTable('jobs', await copyJobs(pglite, target));
    await continueSequences(target);
    await target.query('commit');
  } catch (cause) {
    await target.query('rollback').catch(() => {});
    if (cause instanceof OperatorError) throw cause;
    throw new OperatorError(`The move failed, and nothing was changed: ${firstErrorLine(cause)}`, { cause });
  } finally {
    await target.end();
  }
}

/** Creates the schemas. */
async function prepareTarget(url: string, log: Log): Promise<void> {
  const target = openPostgres(url, { pool: 4 });
  try {
    await target.runScript('select 1').catch((cause: unknown) => {
      throw new OperatorError(`Cannot connect to the database of --to: ${firstErrorLine(cause)}`, { cause });
    });
    await migrate(target);
    const queue = createQueue(target, log);
    await queue.start();
    await queue.stop({ graceful: false });
  } finally {
    await target.close();
  }
}

/** All tables of the product in an order that satisfies their foreign keys, and the queue's list of queues. */
async function findTables(pglite: PGlite): Promise<MovedTable[]> {
  const { rows } = await pglite.query<{ name: string; columns: string[]; files: boolean; needs: string[] }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
           array_agg(format('%I', a.attname) order by a.attnum) as columns,
           bool_or(a.atttypid = 'bytea'::regtype) as files,
           array(select distinct k.confrelid::regclass::text from pg_constraint k
                 where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname = 'queue'))
    group by c.oid, n.nspname, c.relname order by 1`);
  const left = rows.filter(({ name }) => !OWN_TABLES.has(name));
  const ordered: MovedTable[] = [];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name.replace(/^public\./, '')));
    const next = left.findIndex(({ needs }) => !needs.some((need) => waiting.has(need)));
    const [table] = left.splice(next, 1);
    if (next < 0 || !table) throw new Error('The tables depend on each other in a circle.');
    ordered.push({ name: table.name, columns: table.columns, hasFiles: table.files });
  }
  return [
    ...ordered.filter(({ name }) => !COUNTERS.has(name)),
    ...ordered.filter(({ name }) => COUNTERS.has(name)),
  ];
}

/** The list of queues is filled when the queue starts. */
async function assertEmpty(target: pg.Client, tables: readonly MovedTable[]): Promise<void> {
  for (const { name } of tables.filter((table) => table.name.startsWith('public.'))) {
    const { rows } = await target.query(`select 1 from ${name} limit 1`);
    if (rows.length === 0) continue;
    throw new OperatorError(
      `The database of --to is in use: its table ${name.replace(/^public\./, '')} has rows. Create an empty database and move to that one.`,
    );
  }
}

async function copyTable(pglite: PGlite, target: pg.Client, table: MovedTable): Promise<number> {
  const columns = table.columns.join(', ');
  const step = table.hasFiles ? FILES_PER_STEP : ROWS_PER_STEP;
  // The list of queues.
  await target.query(`delete from ${table.name}`);
  const copied = await pglite.transaction(async (tx) => {
    await tx.exec(`declare moved no scroll cursor for select to_json(t)::text as row from ${table.name} t`);
    let count = 0;
    for (;;) {
      const { rows } = await tx.query<{ row: string }>(`fetch ${step} from moved`);
      if (rows.length === 0) return count;
      await target.query(
        `insert into ${table.name} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${table.name}, $1::json)`,
        [`[${rows.map(({ row }) => row).join(',')}]`],
      );
      count += rows.length;
    }
  });
  const stored = await target.query<{ count: string }>(`select count(*) from ${table.name}`);
  if (Number(stored.rows[0]?.count) !== copied)
    throw new Error(`${table.name} has ${plural(copied, 'row')}, and ${stored.rows[0]?.count} arrived.`);
  return copied;
}

/** Copies jobs that are not done. Those that a process was working on are due at once. */
async function copyJobs(pglite: PGlite, target: pg.Client): Promise<number> {
  const { rows } = await pglite.query<{ row: string }>(
    `select (to_jsonb(j) || case when state = 'active'
        then '{"state": "retry", "started_on": null, "heartbeat_on": null}'::jsonb else '{}'::jsonb end)::text as row
     from pgboss.job j where state in ('created', 'retry', 'active')`,
  );
  const { rows: named } = await target.query<{ columns: string }>(
    `select string_agg(format('%I', attname), ', ') as columns from pg_attribute
     where attrelid = 'pgboss.job'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  const columns = named[0]?.columns ?? '';
  for (let from = 0; from < rows.length; from += ROWS_PER_STEP) {
    const part = rows.slice(from, from + ROWS_PER_STEP);
    await target.query(
      `insert into pgboss.job (${columns})
       select ${columns} from json_populate_recordset(null::pgboss.job, $1::json)`,
      [`[${part.map(({ row }) => row).join(',')}]`],
    );
  }
  return rows.length;
}

/** New rows get numbers after the copied ones. */
async function continueSequences(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ table: string; column: string }>(
    `select format('%I.%I', table_schema, table_name) as table, column_name as column
     from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  );
  for (const { table, column } of rows) {
    await target.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max("${column}"), 0) + 1, false) from ${table}`,
    );
  }
}
