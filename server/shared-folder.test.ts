// On PostgreSQL: two servers share a database there.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import type { Database } from './platform/database/db.ts';
import { openTestDatabase } from './platform/database/test-database.ts';
import { lockDataFolder } from './platform/disk/data-lock.ts';
import { startServer } from './serve.ts';
import { openDeps } from './server-deps.ts';

let database: Database;
let dataDir: string;
beforeEach(async () => {
  database = await openTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'leadwell-shared-'));
});
afterEach(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const config = (more: Record<string, string> = {}) =>
  parseConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.kind.engine === 'postgres' ? database.kind.url : '',
    AUTH_SECRET: 'a secret of the tests, 32 characters',
    LOG_LEVEL: 'silent',
    PORT: '0',
    PORT_25_TEST: '0',
    WORKER: 'none',
    ...more,
  });

it.runIf(process.env.TEST_POSTGRES_URL)(
  'a server whose lead databases another one uses says so at its start; workers, commands and ClickHouse are fine',
  async () => {
    const first = lockDataFolder(dataDir);
    await expect(startServer(config())).rejects.toThrow(
      /The lead databases in .* are in use by process \d+.*set DATA_DIR to another folder.*CLICKHOUSE_URL/,
    );
    const worker = await openDeps(config());
    await worker.close();
    const shared = await startServer(config({ CLICKHOUSE_URL: 'http://127.0.0.1:1' }));
    await shared.stop();
    first.release();
    const alone = await startServer(config());
    await alone.stop();
  },
);
