import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { type Database, openPGlite } from '#server/platform/database/db.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { lockDataFolder } from '#server/platform/disk/data-lock.ts';
import { operate } from './operate.ts';
import { restore } from './restore.ts';
import { restoreBack } from './restore-back.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-back-'));
const quiet = { row: () => {}, note: () => {} };
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
beforeEach(() => {
  vi.stubEnv('LOG_LEVEL', 'silent');
  vi.stubEnv('DATA_DIR', dataDir);
});

async function withDatabase<T>(folder: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPGlite({ dataDir: join(folder, 'db') });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const accounts = () =>
  withDatabase(dataDir, async ({ db }) =>
    (await db.selectFrom('accounts').select('email').orderBy('email').execute()).map(({ email }) => email),
  );
const optOuts = () =>
  withDatabase(dataDir, async ({ db }) =>
    (await db.selectFrom('opt_outs').select('kind').orderBy('kind').execute()).map(({ kind }) => kind),
  );
const states = () => readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'));
const put = (text: string) => {
  mkdirSync(join(dataDir, 'warehouse'), { recursive: true });
  writeFileSync(join(dataDir, 'warehouse/marker'), text);
};
const marker = () => readFileSync(join(dataDir, 'warehouse/marker'), 'utf8');

it('goes back to the state from before a restore, keeps newer opt-outs, and can be undone', async () => {
  await prepareDataFolder(dataDir);
  await expect(restoreBack(null, () => {})).rejects.toThrow(/^There is no state from before a restore/);
  await operate('users-create-staff', { email: 'ada@example.com' }, quiet);
  const file = join(dataDir, 'first.backup');
  await operate('backup', { file }, quiet);
  await operate('users-create-staff', { email: 'bob@example.com' }, quiet);
  rmSync(join(dataDir, 'warehouse'), { recursive: true, force: true });
  put('old');
  await restore(file, () => {});
  put('restored');
  const [state = ''] = states();
  const secrets = readFileSync(join(dataDir, 'secrets.json'), 'utf8');
  // As an earlier version left it, which did not know this kind.
  await withDatabase(join(dataDir, state), ({ runScript }) =>
    runScript(`drop index opt_outs_hashed; alter table opt_outs drop constraint opt_outs_kind_check;
      alter table opt_outs add constraint opt_outs_kind_check check (kind in ('email', 'domain', 'profile', 'phone'));
      delete from schema_migrations where name = '0107_hashed_opt_outs.sql'`),
  );
  await operate('optout-add', { entries: ['later@example.com'] }, quiet);
  await withDatabase(dataDir, ({ db }) =>
    db
      .insertInto('opt_outs')
      .values({ hash: 'newer', kind: 'email_sha256', created_at: new Date() })
      .execute(),
  );
  expect(await accounts()).toEqual(['ada@example.com']);

  const lock = lockDataFolder(dataDir);
  await expect(restoreBack(null, () => {})).rejects.toThrow(/Stop it, then run this command again/);
  lock.release();
  await expect(restoreBack('before-restore-1', () => {})).rejects.toThrow(new RegExp(`but ${state}`));
  vi.stubEnv('AUTH_SECRET', 'x'.repeat(32));
  await expect(restoreBack(null, () => {})).rejects.toThrow(/^Nothing has changed: This AUTH_SECRET/);
  vi.stubEnv('AUTH_SECRET', '');
  expect([await accounts(), marker(), states()]).toEqual([['ada@example.com'], 'restored', [state]]);

  const notes: string[] = [];
  await restoreBack(null, (text) => notes.push(text));
  expect(notes.join('\n')).toMatch(/Kept 2 opt-outs.*\nWent back to the state in before-restore-/);
  expect(await accounts()).toEqual(['ada@example.com', 'bob@example.com']);
  expect(await optOuts()).toEqual(['email', 'email_sha256']);
  expect([marker(), readFileSync(join(dataDir, 'secrets.json'), 'utf8')]).toEqual(['old', secrets]);
  const [undo = '', ...more] = states();
  expect([undo === state, more]).toEqual([false, []]);

  await restoreBack(undo, (text) => notes.push(text));
  expect([await accounts(), marker()]).toEqual([['ada@example.com'], 'restored']);
  expect(await optOuts()).toEqual(['email', 'email_sha256']);

  // A state that can't be opened.
  const [broken = ''] = states();
  renameSync(join(dataDir, broken, 'db/global'), join(dataDir, broken, 'db/gone'));
  await expect(restoreBack(null, () => {})).rejects.toThrow(/^Nothing has changed: /);
  expect([await accounts(), marker()]).toEqual([['ada@example.com'], 'restored']);
}, 180_000);
