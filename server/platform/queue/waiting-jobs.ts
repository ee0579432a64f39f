import { sql } from 'kysely';
import type { Db } from '../database/db.ts';

/** The jobs of a queue that wait or run. */
export interface WaitingJobs {
  queue: string;
  waiting: number;
  running: number;
  /** how long the oldest job that is due waits, in seconds; 0: none is due */
  oldestSeconds: number;
}

/** The jobs that wait or run, by queue. */
export async function waitingJobs(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select name as queue,
      count(*) filter (where state < 'active')::int as waiting,
      count(*) filter (where state = 'active')::int as running,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())), 0)::float8 as "oldestSeconds"
    from pgboss.job where state <= 'active' group by name order by name
  `.execute(db);
  return rows;
}

/** A job of any queue and state. */
export interface JobText {
  id: string;
  queue: string;
  /** its data as JSON text */
  text: string;
  at: Date;
}

const JOBS_PER_STEP = 200;

/** The jobs whose data matches one of some regular expressions for texts in lower case, in steps. */
export async function* jobsMatching(db: Db, patterns: readonly string[]): AsyncGenerator<JobText> {
  const matches = sql.join(
    patterns.map((pattern) => sql`lower(text) ~ ${pattern}`),
    sql` or `,
  );
  // The order of the table's key.
  for (let after = { queue: '', id: '00000000-0000-0000-0000-000000000000' }; ; ) {
    const { rows } = await sql<JobText & { found: boolean }>`
      select id, queue, at, found, case when found then text else '' end as text from (
        select id, name as queue, created_on as at, text, (${matches}) as found from (
          select id, name, created_on, coalesce(data::text, '') as text from pgboss.job
          where (name, id) > (${after.queue}, ${after.id}::uuid) order by name, id limit ${JOBS_PER_STEP}
        ) page
      ) page order by queue, id
    `.execute(db);
    for (const { found, ...job } of rows) if (found) yield job;
    const last = rows.at(-1);
    if (!last || rows.length < JOBS_PER_STEP) return;
    after = last;
  }
}

/** Deletes jobs. One that runs goes on. */
export async function deleteJobs(db: Db, ids: readonly string[]): Promise<void> {
  for (const id of ids) await sql`delete from pgboss.job where id = ${id}::uuid`.execute(db);
}
