// On PostgreSQL: a server of an earlier version runs while a newer one changes the database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { parseConfig } from './config.ts';
import { requireAuthSecret } from './platform/database/auth-secret.ts';
import { openTestDatabase } from './platform/database/test-database.ts';
import { startServer } from './serve.ts';
import { openDeps } from './server-deps.ts';
import { liveWorkers } from './tasks/workers.ts';

it.runIf(process.env.TEST_POSTGRES_URL)(
  'a server stops its worker, answers no calls and is not ready, and commands refuse a database that is behind',
  async () => {
    const database = await openTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-rolling-'));
    const config = parseConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: database.kind.engine === 'postgres' ? database.kind.url : '',
      AUTH_SECRET: 'a secret of the tests, 32 characters',
      LOG_LEVEL: 'silent',
      PORT: '0',
      PORT_25_TEST: '0',
    });
    const server = await startServer(config);
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    await vi.waitFor(async () => expect(await liveWorkers(database.db)).toHaveLength(1));
    expect(await ready()).toBe(200);
    await sql`insert into schema_migrations (name) values ('9999_newer.sql')`.execute(database.db);
    await expect.poll(ready).toBe(503);
    await expect.poll(async () => (await liveWorkers(database.db)).length).toBe(0);
    const call = await fetch(`${server.url}/functions/v1/public-config`);
    expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5']);
    await server.stop();
    await expect(startServer(config)).rejects.toThrow(/A newer version of Leadwell has used this database/);
    await sql`delete from schema_migrations where name in ('9999_newer.sql', '0080_auth_secret.sql')`.execute(
      database.db,
    );
    await expect(openDeps(config)).rejects.toThrow(/lacks changes of this version.*leadwell migrate/);
    await database.close();
    rmSync(dataDir, { recursive: true });
  },
);

it.runIf(process.env.TEST_POSTGRES_URL)(
  'a server with the AUTH_SECRET from before stops its worker and answers no calls once the others sign with the new one',
  async () => {
    const database = await openTestDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-rolling-'));
    const secret = 'a secret of the tests, 32 characters';
    const config = parseConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: database.kind.engine === 'postgres' ? database.kind.url : '',
      AUTH_SECRET: secret,
      LOG_LEVEL: 'silent',
      PORT: '0',
      PORT_25_TEST: '0',
    });
    const server = await startServer(config);
    await vi.waitFor(async () => expect(await liveWorkers(database.db)).toHaveLength(1));
    await requireAuthSecret(database.db, `new ${secret}`, secret);
    await sql`update auth_secret set changed_at = now() - interval '1 hour'`.execute(database.db);
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503);
    await expect.poll(async () => (await liveWorkers(database.db)).length).toBe(0);
    await server.stop();
    await expect(startServer(config)).rejects.toThrow(/This AUTH_SECRET was replaced by another value/);
    await database.close();
    rmSync(dataDir, { recursive: true });
  },
);
