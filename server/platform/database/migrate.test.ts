// On PostgreSQL: servers that start together migrate once.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { DRILL } from '../../../e2e/fixtures/wait.ts';
import { openPostgres } from './db.ts';
import { migrate } from './migrate.ts';
import { openTestDatabase } from './test-database.ts';

it('does nothing if the database is up to date', async () => {
  const database = await openTestDatabase();
  expect(await migrate(database)).toEqual([]);
  await database.close();
});

it('calls only migrations compatible that add something', () => {
  const folder = new URL('../../../db/migrations/', import.meta.url);
  const compatible = readdirSync(folder)
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
    .filter(({ text }) => text.startsWith('-- Compatible'));
  expect(compatible.length).toBeGreaterThan(0);
  for (const { name, text } of compatible) {
    expect([name, text.split('\n')[0]]).toEqual([name, expect.stringMatching(/^-- Compatible: \w.*\.$/)]);
    const statements = text.replace(/--.*$/gm, '');
    expect([
      name,
      /\b(drop(?! index\b)|rename|alter column|set not null|truncate|delete from)\b/i.test(statements),
    ]).toEqual([name, false]);
    const added = statements.match(/add column[^,;]*/gi) ?? [];
    for (const column of added.filter((one) => /not null/i.test(one))) expect(column).toMatch(/default/i);
  }
});

it.runIf(process.env.TEST_POSTGRES_URL)(
  'migrates an empty database once when servers start concurrently',
  DRILL,
  async () => {
    const address = process.env.TEST_POSTGRES_URL ?? '';
    const admin = new pg.Client({ connectionString: address });
    await admin.connect();
    const name = `fresh_${randomUUID().replaceAll('-', '')}`;
    await admin.query(`create database ${name}`);
    const own = new URL(address);
    own.pathname = `/${name}`;
    const servers = Array.from({ length: 4 }, () => openPostgres(own.href, { pool: 2 }));
    const outcomes = await Promise.allSettled(servers.map((server) => migrate(server)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    await Promise.all(servers.map((server) => server.close()));
    await admin.query(`drop database ${name}`);
    await admin.end();
  },
);

it.runIf(process.env.TEST_POSTGRES_URL)(
  'lets others use the tables while it waits for a backup that reads them, and then goes on',
  async () => {
    const database = await openTestDatabase();
    const url = database.kind.engine === 'postgres' ? database.kind.url : '';
    await sql`drop index opt_outs_hashed`.execute(database.db);
    await sql`delete from schema_migrations where name = '0107_hashed_opt_outs.sql'`.execute(database.db);
    const backup = new pg.Client({ connectionString: url });
    await backup.connect();
    await backup.query('begin; select from opt_outs; select from schema_migrations');
    let waits = 0;
    let read: Promise<unknown> = Promise.resolve();
    const applied = await migrate(database, {
      onWait: () => {
        waits += 1;
        // Behind a change that waits, this would not return before the backup has ended.
        read = database.db
          .selectFrom('opt_outs')
          .select('hash')
          .execute()
          .then(() => backup.query('commit'));
      },
    });
    await read;
    expect([applied, waits]).toEqual([['0107_hashed_opt_outs.sql'], 1]);
    await backup.end();
    await database.close();
  },
);

it.runIf(process.env.TEST_POSTGRES_URL)('waits for no backup if nothing is missing', async () => {
  const database = await openTestDatabase();
  const url = database.kind.engine === 'postgres' ? database.kind.url : '';
  const backup = new pg.Client({ connectionString: url });
  await backup.connect();
  await backup.query('begin; select from schema_migrations');
  let waits = 0;
  await migrate(database, { onWait: () => (waits += 1) });
  expect(waits).toBe(0);
  await backup.end();
  await database.close();
});
