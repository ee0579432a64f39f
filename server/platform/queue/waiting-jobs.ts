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
