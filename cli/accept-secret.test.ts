import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { openDeps } from '#server/server-deps.ts';
import { acceptSecret } from './accept-secret.ts';
import { openOptOutCheck } from './opt-out-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'leadwell-secret-'));
const FIRST = 'the first secret of the tests, long enough';
const OTHER = 'another secret of the tests, long enough';
beforeAll(() => prepareDataFolder(folder));
beforeEach(() => {
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('LOG_LEVEL', 'silent');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function start(secret: string): Promise<void> {
  vi.stubEnv('AUTH_SECRET', secret);
  const deps = await openDeps(parseConfig(process.env));
  await deps.close();
}

const REFUSED = /This AUTH_SECRET isn't the one that the database was used with.*leadwell secret accept/;

async function accept(isSure = false): Promise<string> {
  const notes: string[] = [];
  await acceptSecret((text) => notes.push(text), isSure);
  return notes.join('\n');
}

it('refuses another AUTH_SECRET on the same database, until it is accepted for sure', async () => {
  await start(FIRST);
  await start(FIRST);
  await expect(start(OTHER)).rejects.toThrow(REFUSED);
  await expect(accept()).rejects.toThrow(
    /^AUTH_SECRET isn't the one of this database\..*accept --sure.*you lose:\n- .*\n- The opt-out list/s,
  );
  await start(FIRST);
  vi.stubEnv('AUTH_SECRET', OTHER);
  expect(await accept(true)).toMatch(/ These no longer work:\n- .*\n- The opt-out list/);
  expect(await accept(true)).toBe(
    'This database takes the AUTH_SECRET of the next start. Nothing to accept.',
  );
  await start(OTHER);
  await expect(start(FIRST)).rejects.toThrow(REFUSED);
});

it('changes nothing if AUTH_SECRET or AUTH_SECRET_OLD opens the database, also for sure', async () => {
  await start(OTHER);
  expect(await accept(true)).toBe('AUTH_SECRET is already the one of this database. Nothing to accept.');
  vi.stubEnv('AUTH_SECRET', FIRST);
  vi.stubEnv('AUTH_SECRET_OLD', OTHER);
  expect(await accept(true)).toMatch(/^AUTH_SECRET_OLD is the one of this database.* Nothing to accept\.$/);
  await start(FIRST);
  vi.stubEnv('AUTH_SECRET_OLD', undefined);
  expect(await accept(true)).toBe('AUTH_SECRET is already the one of this database. Nothing to accept.');
  vi.stubEnv('AUTH_SECRET', OTHER);
  vi.stubEnv('AUTH_SECRET_OLD', FIRST);
  await expect(accept(true)).rejects.toThrow('Exchange them.');
  vi.stubEnv('AUTH_SECRET_OLD', undefined);
  await start(FIRST);
});

it('says what the first AUTH_SECRET of a database keeps, and that another one loses the only copy of its key', async () => {
  vi.stubEnv('AUTH_SECRET', 'a third secret of the tests, long enough');
  await expect(accept()).rejects.toThrow(/the only copy of the data key.*accept --sure/s);
  vi.stubEnv('AUTH_SECRET', OTHER);
  await expect(accept()).rejects.toThrow(
    /^This is the first AUTH_SECRET of the database, which was changed since\..*accept --sure.*nothing else is lost\.$/,
  );
  await start(FIRST);
  vi.stubEnv('AUTH_SECRET', OTHER);
  const said = await accept(true);
  expect(said).toMatch(/the first one of the database\. .*nothing else is lost\.$/);
  expect(said).not.toContain('opt-out');
  await start(OTHER);
});

it('refuses the secrets of another data folder, and so do commands that leave out opt-outs', async () => {
  await expect(start('a third secret of the tests, long enough')).rejects.toThrow(REFUSED);
  rmSync(join(folder, 'secrets.json'), { force: true });
  vi.stubEnv('AUTH_SECRET', '');
  await expect(openDeps(parseConfig(process.env))).rejects.toThrow(REFUSED);
  await expect(openOptOutCheck()).rejects.toThrow(REFUSED);
  await expect(accept()).rejects.toThrow('If you have that one, set it');
});
