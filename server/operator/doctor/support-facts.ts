import { sql } from 'kysely';
import type { Database } from '../../platform/database/db.ts';
import { readSchema } from '../../platform/database/migrate.ts';
import { queueSchemaVersion } from '../../platform/database/queue-schema.ts';
import { countTables, tableSizes } from '../../platform/database/table-sizes.ts';
import { waitingJobs } from '../../platform/queue/waiting-jobs.ts';
import { liveWorkers } from '../../tasks/workers.ts';

/** Facts about a database that help to find a fault: counts and versions, and no row of anyone. */
export async function supportFacts(database: Database): Promise<object> {
  const { db, kind } = database;
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db);
  const counts = await countTables(db);
  const queueVersion = await queueSchemaVersion(db);
  const workers = await liveWorkers(db).catch(() => []);
  return {
    database: { engine: kind.engine, version: rows[0]?.version ?? '' },
    migrations: await readSchema(database),
    tables: (await tableSizes(db)).map(({ table, bytes }) => ({
      table,
      bytes,
      rows: counts.get(table) ?? null,
    })),
    queue: { version: queueVersion, jobs: queueVersion === null ? [] : await waitingJobs(db) },
    workers: workers.map(({ started_at, seen_at }) => ({ startedAt: started_at, seenAt: seen_at })),
  };
}
