import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { finishRestore } from '#server/platform/backup/swap.ts';
import { type Db, openPGlite } from '#server/platform/database/db.ts';
import { prepareDataFolder } from '#server/platform/database/test-data-folder.ts';
import { startServer } from '#server/serve.ts';
import { backup } from './backup.ts';
import { operate } from './operate.ts';
import { restore } from './restore.ts';

/** How many opt-outs are added during the backup. */
const DURING = 5;

let dataDir: string;
let file: string;
/** The tables of the backup, by hash. */
let backedUp: Record<string, string>;

beforeAll(async () => {
  dataDir = newFolder();
  await prepareDataFolder(dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
  vi.stubEnv('DATA_DIR', dataDir);
  file = join(dataDir, 'first.backup');
  const server = await startServer(parseConfig({ ...process.env, PORT: '0', WORKER: 'none' }));
  const quiet = { row: () => {}, note: () => {} };
  try {
    for (const email of ['ada@example.com', 'bob@example.com'])
      await operate('users-create-staff', { email }, quiet);
    const leads = join(dataDir, 'people.csv');
    writeFileSync(leads, 'first_name,last_name,company,email\nAnn,A,Stays,ann@stays.example\n');
    const given = { database: 'apollo', mode: 'replace', preset: null, source: 'own', licence: 'owned' };
    const unused = { date: null, dryRun: false, refusedFile: `${leads}.refused` };
    await operate('leads-import', { file: leads, ...given, ...unused }, quiet);
    // It works meanwhile.
    const adding = (async () => {
      for (let index = 0; index < DURING; index += 1)
        await operate('optout-add', { entries: [`during-${index}@example.com`] }, quiet);
    })();
    await operate('backup', { file }, quiet);
    await adding;
    await operate('optout-add', { entries: ['later@example.com'] }, quiet);
    await operate('users-create-staff', { email: 'later@example.com' }, quiet);
  } finally {
    await server.stop();
  }
  const elsewhere = newFolder();
  vi.stubEnv('DATA_DIR', elsewhere);
  await restore(file, () => {});
  backedUp = await tableHashes(elsewhere);
}, 240_000);
beforeEach(() => {
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('LOG_LEVEL', 'silent');
});

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-backup-'));
  folders.push(folder);
  return folder;
}

/** A hash of all rows of each table in a data folder. */
async function tableHashes(folder: string): Promise<Record<string, string>> {
  return withDatabase(folder, async (db) => {
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
      db,
    );
    const hashes: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const { rows } = await sql<{
        row: string;
      }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(db);
      hashes[name] = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
    }
    return hashes;
  });
}

async function withDatabase<T>(folder: string, read: (db: Db) => Promise<T>): Promise<T> {
  const database = await openPGlite({ dataDir: join(folder, 'db') });
  try {
    return await read(database.db);
  } finally {
    await database.close();
  }
}

/** The files of the state, with their times. */
function state(folder: string): string[] {
  return ['db', 'warehouse', 'secrets.json'].flatMap((name) => {
    const path = join(folder, name);
    if (!existsSync(path)) return [];
    if (!statSync(path).isDirectory()) return [readFileSync(path, 'utf8')];
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .map((file) => `${file} ${statSync(join(path, file)).size} ${statSync(join(path, file)).mtimeMs}`)
      .sort();
  });
}

/** Expects that a restore of this file is refused and leaves the state as it is. */
async function expectRefused(broken: string, message: RegExp): Promise<void> {
  const before = state(dataDir);
  await expect(restore(broken, () => {})).rejects.toThrow(message);
  expect(state(dataDir)).toEqual(before);
  expect(readdirSync(dataDir).filter((name) => /restore-/.test(name))).toEqual([]);
}

it('changes nothing for a file that is damaged, cut off or something else', async () => {
  const broken = join(newFolder(), 'broken.backup');
  const { size } = statSync(file);
  copyFileSync(file, broken);
  truncateSync(broken, Math.floor(size / 2));
  await expectRefused(broken, /can't be read as a backup/);
  const bytes = readFileSync(file);
  bytes[Math.floor(size / 2)] = (bytes[Math.floor(size / 2)] ?? 0) ^ 0xff;
  writeFileSync(broken, bytes);
  await expectRefused(broken, /can't be read as a backup/);
  writeFileSync(broken, 'not a backup');
  await expectRefused(broken, /can't be read as a backup/);
  await expectRefused(join(dataDir, 'none.backup'), /can't be read/);
});

it('refuses a backup whose secret is another one', async () => {
  vi.stubEnv('AUTH_SECRET', 'another secret, with 32 characters or more');
  try {
    await expectRefused(file, /AUTH_SECRET isn't the one/);
  } finally {
    vi.unstubAllEnvs();
  }
});

it('refuses to run while a server has the data folder, and to overwrite a file', async () => {
  const server = await startServer(parseConfig({ ...process.env, PORT: '0', WORKER: 'none' }));
  try {
    await expect(restore(file, () => {})).rejects.toThrow(/in use by process/);
    await expect(operate('backup', { file }, { row: () => {}, note: () => {} })).rejects.toThrow(/exists/);
  } finally {
    await server.stop();
  }
}, 180_000);

it('encrypts with the passphrase of the command, also if the running server was started without one', async () => {
  const server = await startServer(parseConfig({ ...process.env, PORT: '0', WORKER: 'none' }));
  const encrypted = join(newFolder(), 'encrypted.backup');
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    vi.stubEnv('BACKUP_PASSPHRASE', 'correct horse battery staple');
    await backup(encrypted);
    expect(write.mock.calls.join()).toContain('"encrypted":true');
  } finally {
    write.mockRestore();
    vi.unstubAllEnvs();
    await server.stop();
  }
  expect(readFileSync(encrypted, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
}, 180_000);

it('fails if the server wrote a file that is not here', async () => {
  const elsewhere = join(newFolder(), 'elsewhere.backup');
  // As if the server had another /tmp.
  const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => {
    rmSync(elsewhere, { force: true });
    return true;
  });
  try {
    await expect(backup(elsewhere)).rejects.toThrow(
      "where this command can't see it. Name a path in DATA_DIR",
    );
    expect(write.mock.calls.join()).toContain('elsewhere.backup');
  } finally {
    write.mockRestore();
  }
}, 180_000);

it('finishes a restore that was interrupted between any two renames', async () => {
  for (const [moved, placed] of [
    [[], []],
    [['db'], []],
    [['db'], ['db']],
    [['db', 'warehouse'], ['db']],
    [['db', 'warehouse', 'secrets.json'], ['db']],
  ] as const) {
    const folder = newFolder();
    const names = { from: 'restore-1', point: 'before-restore-1' };
    const at = (where: string, name: string) => join(folder, where, name);
    for (const where of [names.from, names.point]) mkdirSync(join(folder, where));
    for (const name of ['db', 'warehouse', 'secrets.json']) {
      writeFileSync(at((moved as readonly string[]).includes(name) ? names.point : '', name), `old ${name}`);
      if (name !== 'warehouse')
        writeFileSync(
          at((placed as readonly string[]).includes(name) ? '' : names.from, name),
          `new ${name}`,
        );
    }
    // As the journal of the first try says.
    writeFileSync(
      join(folder, 'restore-journal.json'),
      JSON.stringify({ ...names, restored: ['db', 'secrets.json'] }),
    );
    expect(finishRestore(folder)).toBe(true);
    expect(readFileSync(at('', 'db'), 'utf8')).toBe('new db');
    expect(readFileSync(at('', 'secrets.json'), 'utf8')).toBe('new secrets.json');
    expect(existsSync(at('', 'warehouse'))).toBe(false);
    expect(readFileSync(at(names.point, 'db'), 'utf8')).toBe('old db');
    expect(readFileSync(at(names.point, 'warehouse'), 'utf8')).toBe('old warehouse');
    expect(finishRestore(folder)).toBe(false);
  }
}, 180_000);

it('brings back the state of the backup, with the opt-outs that are newer, and keeps the old state', async () => {
  const notes: string[] = [];
  await restore(file, (text) => notes.push(text));
  const restored = await tableHashes(dataDir);
  const different = Object.keys(backedUp).filter((table) => backedUp[table] !== restored[table]);
  expect(different).toEqual(['opt_outs']);
  const optOuts = (folder: string) =>
    withDatabase(folder, async (db) => (await db.selectFrom('opt_outs').select('hash').execute()).length);
  expect(await optOuts(dataDir)).toBe(DURING + 1);
  expect(notes.join('\n')).toContain('opt-outs that are newer than the restored state');
  const point = readdirSync(dataDir).find((name) => name.startsWith('before-restore-')) ?? '';
  const emails = await withDatabase(join(dataDir, point), (db) =>
    db.selectFrom('accounts').select('email').execute(),
  );
  expect(emails).toContainEqual({ email: 'later@example.com' });
  const server = await startServer(parseConfig({ ...process.env, PORT: '0', WORKER: 'none' }));
  try {
    const found: object[] = [];
    await operate('leads-check', { accept: false }, { row: (row) => found.push(row), note: () => {} });
    expect(found).toContainEqual(expect.objectContaining({ database: 'apollo', problem: null }));
  } finally {
    await server.stop();
  }
}, 180_000);
