// On PostgreSQL: the secret isn't in a backup of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { isOptedOut } from '#server/opt-outs/opt-outs.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { openTestDatabase } from '#server/platform/database/test-database.ts';
import { readSecrets } from '#server/platform/disk/secrets.ts';
import { openDeps } from '#server/server-deps.ts';
import { operate } from './operate.ts';
import { restore } from './restore.ts';
import { rotateSecret } from './rotate-secret.ts';

const FIRST = 'the first secret of the tests, long enough';
const SECOND = 'the second secret of the tests, long enough';
const quiet = { row: () => {}, note: () => {} };

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-rotated-'));
  folders.push(folder);
  return folder;
}
beforeEach(() => vi.stubEnv('LOG_LEVEL', 'silent'));

/** Starts once, as a server would. */
async function optedOut(...emails: string[]): Promise<boolean[]> {
  const deps = await openDeps(parseConfig({ ...process.env, WORKER: 'none', PORT_25_TEST: '0' }));
  try {
    return await Promise.all(emails.map((email) => isOptedOut(deps, { emails: [email] })));
  } finally {
    await deps.close();
  }
}

async function restored(file: string): Promise<string> {
  const notes: string[] = [];
  await restore(file, (text) => notes.push(text));
  return notes.join('\n');
}

const optOut = (email: string) => operate('optout-add', { entries: [email] }, quiet);
const backup = async (name: string): Promise<string> => {
  const file = join(newFolder(), name);
  await operate('backup', { file }, quiet);
  return file;
};

it.runIf(!process.env.TEST_POSTGRES_URL)(
  'restores embedded backups from before and after a change, and says which secret is used',
  async () => {
    const dataDir = newFolder();
    await prepareDataFolder(dataDir);
    vi.stubEnv('DATA_DIR', dataDir);
    await optOut('early@example.com');
    const before = await backup('before');
    const first = readSecrets(dataDir)?.AUTH_SECRET;
    await rotateSecret({ note: () => {}, data: () => {} });
    await optOut('later@example.com');
    const after = await backup('after');

    const notes = await restored(before);
    expect(notes).toContain('Kept 1 opt-outs');
    expect(notes).toMatch(/another AUTH_SECRET than the one from before.*run `leadwell secret rotate`/);
    expect(readSecrets(dataDir)?.AUTH_SECRET).toBe(first);
    expect(await optedOut('early@example.com', 'later@example.com')).toEqual([true, true]);

    vi.stubEnv('DATA_DIR', newFolder());
    expect(await restored(after)).not.toContain('AUTH_SECRET');
    expect(await optedOut('early@example.com', 'later@example.com')).toEqual([true, true]);
  },
  180_000,
);

it.runIf(process.env.TEST_POSTGRES_URL)(
  'restores PostgreSQL backups from before a change with both secrets, and from after it with the new one',
  async () => {
    const database = await openTestDatabase();
    vi.stubEnv('DATABASE_URL', database.kind.engine === 'postgres' ? database.kind.url : '');
    vi.stubEnv('DATA_DIR', newFolder());
    vi.stubEnv('AUTH_SECRET', FIRST);
    await optOut('early@example.com');
    const before = await backup('before');
    vi.stubEnv('AUTH_SECRET', SECOND);
    vi.stubEnv('AUTH_SECRET_OLD', FIRST);
    await optOut('later@example.com');
    vi.stubEnv('AUTH_SECRET_OLD', '');
    const after = await backup('after');

    await expect(restore(before, () => {})).rejects.toThrow(/set AUTH_SECRET_OLD to the earlier value/);
    expect(await optedOut('early@example.com', 'later@example.com')).toEqual([true, true]);
    vi.stubEnv('AUTH_SECRET_OLD', FIRST);
    expect(await restored(before)).toContain('Kept 1 opt-outs');
    expect(await optedOut('early@example.com', 'later@example.com')).toEqual([true, true]);
    vi.stubEnv('AUTH_SECRET_OLD', '');
    await restored(after);
    expect(await optedOut('early@example.com', 'later@example.com')).toEqual([true, true]);
    vi.stubEnv('AUTH_SECRET', FIRST);
    await expect(optedOut()).rejects.toThrow(/This AUTH_SECRET was replaced/);
    await database.close();
  },
  180_000,
);
