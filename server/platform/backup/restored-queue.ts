import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

/**
 * Adds the jobs of a backup, which are in the schema `from`, to the tables of the queue. Columns that only one version of
 * the queue has are left out. Returns how many jobs there were.
 */
export async function restoreJobs(db: Db, from: string): Promise<number> {
  await fill(db, { from, source: 'queues', table: 'queue' });
  return fill(db, { from, source: 'jobs', table: 'job' });
}

async function fill(
  db: Db,
  { from, source, table }: { from: string; source: string; table: string },
): Promise<number> {
  const rows = sql.table(`${from}.${source}`);
  const { rows: found } = await sql<{ name: string }>`
    select a.attname as name from pg_attribute a
    where a.attrelid = ${`pgboss.${table}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and exists (select 1 from (select row from ${rows} limit 1) first where row ? a.attname)`.execute(db);
  if (found.length === 0) return 0;
  const columns = sql.join(found.map(({ name }) => sql.ref(name)));
  const { numAffectedRows } = await sql`
    insert into ${sql.table(`pgboss.${table}`)} (${columns})
    select ${columns} from ${rows}, jsonb_populate_record(null::${sql.table(`pgboss.${table}`)}, row)
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}
