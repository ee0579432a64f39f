import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { operate } from '#cli/operate.ts';
import { parseConfig } from '../config.ts';
import { finishRestore } from '../platform/backup/swap.ts';
import { openPGlite } from '../platform/database/db.ts';
import { prepareDataFolder } from '../platform/database/test-data-folder.ts';
import { openDeps } from '../server-deps.ts';
import { killRestore } from './test-killed-restore.ts';
import { tableHashes } from './test-table-hashes.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-killed-'));
const file = join(dataDir, 'first.backup');
let backedUp: Record<string, string>;
let later: Record<string, string>;

beforeAll(async () => {
  vi.stubEnv('LOG_LEVEL', 'silent');
  vi.stubEnv('DATA_DIR', dataDir);
  await prepareDataFolder(dataDir);
  const quiet = { row: () => {}, note: () => {} };
  await operate('users-create-staff', { email: 'ada@example.com' }, quiet);
  backedUp = await hashes();
  await operate('backup', { file }, quiet);
  await operate('users-create-staff', { email: 'later@example.com' }, quiet);
  later = await hashes();
}, 240_000);
afterAll(() => rmSync(dataDir, { recursive: true }));

async function hashes(): Promise<Record<string, string>> {
  const database = await openPGlite({ dataDir: join(dataDir, 'db') });
  try {
    return await tableHashes(database.db);
  } finally {
    await database.close();
  }
}

const building = () => readdirSync(dataDir).find((name) => /^restore-\d/.test(name)) ?? 'none';
const isThere = (name: string) => () => existsSync(join(dataDir, building(), name));

it.each([
  ['it unpacks', () => building() !== 'none', 'old'],
  ['the database is unpacked', isThere('db/PG_VERSION'), 'old'],
  ['the database is opened', isThere('db/postmaster.pid'), 'old'],
  ['it is locked to be updated', isThere('lock-holder.txt'), 'old'],
  ['it is about to replace the state', () => existsSync(join(dataDir, 'restore-journal.json')), 'new'],
] as const)('leaves one whole state if it is killed when %s', async (_, isTime, expected) => {
  const result = await killRestore(file, { DATA_DIR: dataDir }, isTime);
  // Between the last two moments, the process may have been faster than we were.
  if (expected === 'old') expect(result).toBe('killed');
  finishRestore(dataDir);
  expect(await hashes()).toEqual(expected === 'old' ? later : backedUp);
  // The next start doesn't mind what is left.
  vi.stubEnv('DATA_DIR', dataDir);
  const deps = await openDeps(parseConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir }));
  await deps.close();
});
