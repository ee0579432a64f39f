import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Connections to a PostgreSQL server. */
export interface ClientConnections {
  /** to all its databases, with this one */
  all: number;
  /** to this database, without this one */
  othersHere: number;
}

/** Counts the connections of programs, whichever role they use. */
export async function clientConnections(db: Db): Promise<ClientConnections> {
  // Of another role's connections, PostgreSQL hides backend_type. Its own processes have no user.
  const { rows } = await sql<ClientConnections>`
    select count(*)::int as "all",
      (count(*) filter (where datname = current_database() and pid <> pg_backend_pid()))::int as "othersHere"
    from pg_stat_activity where usesysid is not null
  `.execute(db);
  return rows[0] ?? { all: 0, othersHere: 0 };
}
