// On PostgreSQL: a server there shares its database, but not the lead databases in its data folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { runOnServer } from '#server/operator/socket.ts';
import type { Database } from '#server/platform/database/db.ts';
import { openTestDatabase } from '#server/platform/database/test-database.ts';
import { lockDataFolder } from '#server/platform/disk/data-lock.ts';
import { startServer } from '#server/serve.ts';
import { operate } from './operate.ts';

const quiet = { row: () => {}, note: () => {} };

describe.runIf(process.env.TEST_POSTGRES_URL)('an operator command on PostgreSQL', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-operate-'));
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase();
  });
  beforeEach(() => {
    vi.stubEnv('DATABASE_URL', database.kind.engine === 'postgres' ? database.kind.url : '');
    vi.stubEnv('DATA_DIR', dataDir);
    vi.stubEnv('AUTH_SECRET', 'the secret of this test, with 32 characters or more');
    vi.stubEnv('ADMIN_KEY', 'the admin key of this test');
    vi.stubEnv('LOG_LEVEL', 'silent');
  });
  afterAll(async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function rows(name: string, input: object): Promise<object[]> {
    const found: object[] = [];
    await operate(name, input, { row: (row) => found.push(row), note: () => {} });
    return found;
  }

  it('reads and changes the lead databases of a server that has them open', async () => {
    const server = await startServer(parseConfig({ ...process.env, PORT: '0', WORKER: 'none' }));
    try {
      // The engine of the server runs then, and no other can open its files.
      await runOnServer(dataDir, 'leads-sample', { database: 'apollo', force: false }, quiet);
      const stats = await rows('leads-stats', {});
      expect(stats).toContainEqual(expect.objectContaining({ database: 'apollo', leads: 30_000 }));
      expect(await rows('optout-add', { entries: ['jane@acme.com'] })).toEqual([{ given: 1, added: 1 }]);
    } finally {
      await server.stop();
    }
  });

  it('opens the database itself while another command has the data folder', async () => {
    const lock = lockDataFolder(dataDir);
    try {
      const email = 'ada@example.com';
      expect(await rows('users-create-staff', { email })).toMatchObject([{ email }]);
    } finally {
      lock.release();
    }
  });
});
