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

it('refuses another AUTH_SECRET on the same database, until it is accepted', async () => {
  await start(FIRST);
  await start(FIRST);
  await expect(start(OTHER)).rejects.toThrow(REFUSED);
  await start(FIRST);
  vi.stubEnv('AUTH_SECRET', OTHER);
  const notes: string[] = [];
  await acceptSecret((text) => notes.push(text));
  expect(notes.join('\n')).toContain('The opt-out list matches no one.');
  await start(OTHER);
  await expect(start(FIRST)).rejects.toThrow(REFUSED);
});

it('asks before it deletes the only copy of the key of a database whose secret was changed', async () => {
  await start(OTHER);
  vi.stubEnv('AUTH_SECRET_OLD', OTHER);
  await start(FIRST);
  vi.stubEnv('AUTH_SECRET_OLD', undefined);
  await expect(acceptSecret(() => {})).rejects.toThrow('leadwell secret accept --sure');
  await start(FIRST);
  await acceptSecret(() => {}, true);
  await start(OTHER);
});

it('refuses the secrets of another data folder, and so do commands that leave out opt-outs', async () => {
  await expect(start('a third secret of the tests, long enough')).rejects.toThrow(REFUSED);
  rmSync(join(folder, 'secrets.json'), { force: true });
  vi.stubEnv('AUTH_SECRET', '');
  await expect(openDeps(parseConfig(process.env))).rejects.toThrow(REFUSED);
  await expect(openOptOutCheck()).rejects.toThrow(REFUSED);
});
