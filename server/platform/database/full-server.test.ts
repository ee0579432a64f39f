// On PostgreSQL: the embedded database has no connections.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { createAvailability } from './availability.ts';
import { watchDatabase } from './database-watch.ts';
import { type Database, openPostgres } from './db.ts';
import { createOutageLines } from './outage-lines.ts';
import { PostgresClient } from './postgres-client.ts';
import { openTestDatabase } from './test-database.ts';

const CONNECTIONS = 2;

describe.runIf(process.env.TEST_POSTGRES_URL)('a process on a PostgreSQL without free connections', () => {
  let admin: Database;
  let database: Database;
  let role: string;
  let href: string;

  beforeEach(async () => {
    admin = await openTestDatabase();
    if (admin.kind.engine !== 'postgres') throw new Error('not on PostgreSQL');
    role = `few_${randomUUID().replaceAll('-', '')}`;
    await sql`create role ${sql.id(role)} login connection limit ${sql.lit(CONNECTIONS)}`.execute(admin.db);
    ({ href } = Object.assign(new URL(admin.kind.url), { username: role }));
    database = openPostgres(href, { pool: 9 });
  });
  afterEach(async () => {
    await database.close();
    await sql`drop role ${sql.id(role)}`.execute(admin.db);
    await admin.close();
  });

  it('runs all statements on the connections that it has', async () => {
    const asked = Array.from({ length: 20 }, (_, n) =>
      sql<{ n: number }>`select ${n}::int as n from pg_sleep(0.05)`.execute(database.db),
    );
    expect((await Promise.all(asked)).map(({ rows }) => rows[0]?.n)).toEqual([...Array(20).keys()]);
  });

  it('stays available, unless it has none at all', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    let used = 0;
    const holding = Array.from({ length: CONNECTIONS }, () =>
      database.db.connection().execute(async (own) => {
        await sql`select 1`.execute(own);
        used += 1;
        if (used === CONNECTIONS) held.resolve();
        await released;
      }),
    );
    await held.promise;
    const other = openPostgres(href, { pool: 3 });
    if (other.kind.engine !== 'postgres') throw new Error('not on PostgreSQL');
    // One that is being opened is none yet.
    other.kind.connections.add(new PostgresClient(href));
    try {
      for (const [asked, problem] of [
        [database, null],
        [other, 'silent'],
      ] as const) {
        const availability = createAvailability();
        const stop = await watchDatabase(
          { database: asked, availability, outageLines: createOutageLines(), log: createLog('silent') },
          { exitMs: 3_600_000 },
        );
        expect(availability.problem()).toBe(problem);
        await stop();
      }
    } finally {
      release();
      await Promise.all(holding);
      await other.close();
    }
  });
});
