import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { UNKNOWN_SPACE } from '../disk/disk-space.ts';
import { type Database, openPostgres } from './db.ts';
import { openTestPGlite } from './test-pglite.ts';

/**
 * Opens an empty, migrated database for one test, with the queue's schema. It is PGlite in memory, or a
 * database created from a template on the server at TEST_POSTGRES_URL, which the Vitest project `postgres` starts.
 */
export async function openTestDatabase(space = UNKNOWN_SPACE): Promise<Database> {
  const postgres = process.env.TEST_POSTGRES_URL;
  return postgres ? { ...(await openTestPostgres(postgres)), space } : openTestPGlite(space);
}

async function openTestPostgres(server: string): Promise<Database> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  // Copying the files takes half the CPU time of writing all pages to the log, which is the default.
  await admin.query(`create database ${name} template leadwell_template strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = openPostgres(url.href, { pool: 7, timeoutMs: 60_000, connectMs: 60_000 });
  return {
    ...database,
    close: async () => {
      await database.close();
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
