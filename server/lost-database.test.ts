// On PostgreSQL: both kinds of database can be lost.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { databaseChecks } from './operator/doctor/database-checks.ts';
import type { Database } from './platform/database/db.ts';
import { prepareDataFolder } from './platform/database/test-data-folder.ts';
import { openTestDatabase } from './platform/database/test-database.ts';
import { runChecks } from './platform/operator/health-check.ts';
import { startServer } from './serve.ts';
import { openDeps } from './server-deps.ts';

const AUTH_SECRET = 'the secret of this test, with 32 characters or more';
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'leadwell-lost-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function start(settings: Record<string, string> = {}): Promise<void> {
  const fixed = { LOG_LEVEL: 'silent', PORT: '0', WORKER: 'none', PORT_25_TEST: '0', AUTH_SECRET };
  const server = await startServer(parseConfig({ ...fixed, DATA_DIR: dataDir, ...settings }));
  await server.stop();
}

it.runIf(!process.env.TEST_POSTGRES_URL)(
  'does not start without the embedded database that it had',
  async () => {
    await prepareDataFolder(dataDir);
    await start();
    await start();
    rmSync(join(dataDir, 'db'), { recursive: true });
    await expect(start()).rejects.toThrow(
      /is empty.*the embedded database.*leadwell restore.*ALLOW_EMPTY_DATABASE/,
    );
    expect(existsSync(join(dataDir, 'db'))).toBe(false);
    await prepareDataFolder(dataDir);
    await expect(start()).rejects.toThrow(/The database is empty/);
    await start({ ALLOW_EMPTY_DATABASE: 'true' });
    await start();
  },
);

describe.runIf(process.env.TEST_POSTGRES_URL)('on PostgreSQL', () => {
  const open: Database[] = [];
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close();
  });
  async function newDatabase() {
    const database = await openTestDatabase();
    open.push(database);
    if (database.kind.engine !== 'postgres') throw new Error('not on PostgreSQL');
    return { database, url: database.kind.url };
  }

  it('does not start on an empty database after it had another one', async () => {
    const first = await newDatabase();
    const other = await newDatabase();
    await start({ DATABASE_URL: first.url });
    await start({ DATABASE_URL: first.url });
    const marker = readFileSync(join(dataDir, 'database-used.txt'), 'utf8');
    expect(marker).toContain(new URL(first.url).pathname);
    await expect(start({ DATABASE_URL: other.url })).rejects.toThrow(/is empty.*PostgreSQL, 127/);
    const config = parseConfig({ DATA_DIR: dataDir, DATABASE_URL: other.url, AUTH_SECRET });
    const checks = databaseChecks({
      database: other.database,
      config,
      clock: Date,
      secrets: { authSecret: '', earlier: null },
    });
    expect(await runChecks(checks)).toContainEqual(
      expect.objectContaining({ check: 'lost data', state: 'fault' }),
    );
    await start({ DATABASE_URL: other.url, ALLOW_EMPTY_DATABASE: 'true' });
    await start({ DATABASE_URL: other.url });
  });

  it('starts nothing on an empty database if a setting forbids it, also when the data folder is new', async () => {
    const { database, url } = await newDatabase();
    const settings = { DATA_DIR: dataDir, DATABASE_URL: url, AUTH_SECRET, REFUSE_EMPTY_DATABASE: 'true' };
    const config = parseConfig({ ...settings, LOG_LEVEL: 'silent', PORT_25_TEST: '0' });
    const refused = /is empty.*REFUSE_EMPTY_DATABASE.*leadwell restore.*ALLOW_EMPTY_DATABASE/;
    await expect(openDeps(config, undefined, { migrations: 'wait' })).rejects.toThrow(refused);
    await expect(start(settings)).rejects.toThrow(refused);
    const checks = databaseChecks({
      database,
      config,
      clock: Date,
      secrets: { authSecret: '', earlier: null },
    });
    expect(await runChecks(checks)).toContainEqual(
      expect.objectContaining({ check: 'lost data', state: 'fault' }),
    );
    await start({ ...settings, ALLOW_EMPTY_DATABASE: 'true' });
    rmSync(join(dataDir, 'database-used.txt'));
    await start(settings);
    await (await openDeps(config, undefined, { migrations: 'wait' })).close();
  });
});
