import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openPGlite } from '#server/platform/database/db.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { lockDataFolder } from '#server/platform/disk/data-lock.ts';
import { runMigrations } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-migrate-'));
beforeAll(async () => {
  await prepareDataFolder(folder);
  const database = await openPGlite({ dataDir: join(folder, 'db') });
  await sql`drop table auth_secret`.execute(database.db);
  await sql`delete from schema_migrations where name = '0080_auth_secret.sql'`.execute(database.db);
  await database.close();
});
beforeEach(() => {
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function lines(dryRun: boolean): Promise<string[]> {
  const written: string[] = [];
  await runMigrations({ dryRun }, (line) => written.push(line));
  return written;
}

it('says what is missing, applies it, and refuses while a server has the folder', async () => {
  expect(await lines(true)).toEqual(['missing: 0080_auth_secret.sql']);
  expect(await lines(true)).toEqual(['missing: 0080_auth_secret.sql']);
  const lock = lockDataFolder(folder);
  await expect(lines(false)).rejects.toThrow(/is in use by process \d+/);
  lock.release();
  expect(await lines(false)).toEqual(['applied: 0080_auth_secret.sql']);
  expect(await lines(false)).toEqual(['The database is up to date.']);
  expect(await lines(true)).toEqual(['The database is up to date.']);
});
