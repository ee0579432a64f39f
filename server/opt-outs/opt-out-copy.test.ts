// On PostgreSQL: the database that DATABASE_URL names may be another program's.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { operate } from '#cli/operate.ts';
import { openOptOutCheck } from '#cli/opt-out-check.ts';

const SERVER = process.env.TEST_POSTGRES_URL ?? '';
const name = `opt_outs_${randomUUID().replaceAll('-', '')}`;
const url = new URL(SERVER || 'postgres://none');
url.pathname = `/${name}`;

describe.runIf(SERVER)('the opt-out list of a database', () => {
  let admin: pg.Client;
  beforeAll(async () => {
    admin = new pg.Client({ connectionString: SERVER });
    await admin.connect();
    await admin.query(`create database ${name}`);
  });
  beforeEach(() => {
    vi.stubEnv('DATABASE_URL', url.href);
    vi.stubEnv('AUTH_SECRET', 'x'.repeat(32));
    vi.stubEnv('LOG_LEVEL', 'silent');
  });
  afterAll(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });

  it('is empty in the one of another program, which stays as it is', async () => {
    expect(await openOptOutCheck()).toBeNull();
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const { rows } = await client.query(
      "select 1 from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
    );
    await client.end();
    expect(rows).toEqual([]);
  });

  it('is read by commands that write contacts', async () => {
    await operate('optout-add', { entries: ['jane@acme.com'] }, { row: () => {}, note: () => {} });
    const check = await openOptOutCheck();
    expect(check?.lists({ emails: ['jane@acme.com'], domains: [] })).toBe(true);
    vi.stubEnv('AUTH_SECRET', 'y'.repeat(32));
    // With another secret, no one would be on the list.
    await expect(openOptOutCheck()).rejects.toThrow("This AUTH_SECRET isn't the one");
  });

  it('that cannot be read ends the command', async () => {
    vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/none');
    await expect(openOptOutCheck()).rejects.toThrow(
      "The opt-out list in the database of DATABASE_URL can't be read",
    );
  });
});
