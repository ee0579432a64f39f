// On PostgreSQL: it has roles and connections.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { clientConnections } from './client-connections.ts';
import { openPostgres } from './db.ts';
import { openTestDatabase } from './test-database.ts';

it.runIf(process.env.TEST_POSTGRES_URL)(
  'counts the connections of other roles, also for a role that may not read what they do',
  async () => {
    const database = await openTestDatabase();
    const { kind } = database;
    if (kind.engine !== 'postgres') throw new Error('not on PostgreSQL');
    const owner = `owner_${randomUUID().replaceAll('-', '')}`;
    const second = `${owner}_2`;
    await sql`create role ${sql.id(owner)} login password 'first'`.execute(database.db);
    // As docs/operate/configure.md changes a password: the second role acts as the first.
    await sql`create role ${sql.id(second)} login password 'second' in role ${sql.id(owner)}`.execute(
      database.db,
    );
    await sql`alter role ${sql.id(second)} set role ${sql.id(owner)}`.execute(database.db);
    const opened = [
      [owner, 'first'],
      [second, 'second'],
    ].map(([user = '', password = '']) =>
      openPostgres(Object.assign(new URL(kind.url), { username: user, password }).href, { pool: 3 }),
    );
    try {
      for (const { db } of opened) await sql`select 1`.execute(db);
      for (const { db } of opened) {
        const { all, othersHere } = await clientConnections(db);
        // At least the connection of the test and that of the other role.
        expect(othersHere).toBeGreaterThanOrEqual(2);
        expect(all).toBeGreaterThan(othersHere);
      }
    } finally {
      for (const { close } of opened) await close();
      for (const role of [second, owner]) await sql`drop role ${sql.id(role)}`.execute(database.db);
      await database.close();
    }
  },
);
