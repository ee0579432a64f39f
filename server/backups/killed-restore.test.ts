import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operate } from '#cli/operate.ts';
import { restore } from '#cli/restore.ts';
import { parseConfig } from '../config.ts';
import type { Manifest } from '../platform/backup/manifest.ts';
import { finishRestore } from '../platform/backup/swap.ts';
import { writeArchive } from '../platform/backup/write-archive.ts';
import { openPGlite } from '../platform/database/db.ts';
import { prepareDataFolder } from '../platform/database/test-data-folder.ts';
import { openDeps } from '../server-deps.ts';
import { canMount, fill } from './test-full-disk.ts';
import { killRestore } from './test-killed-restore.ts';
import { tableHashes } from './test-table-hashes.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'leadwell-killed-'));
const laterState = mkdtempSync(join(tmpdir(), 'leadwell-later-'));
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
  for (const name of ['db', 'secrets.json'])
    cpSync(join(dataDir, name), join(laterState, name), { recursive: true });
}, 240_000);
afterAll(() => {
  for (const folder of [dataDir, laterState]) rmSync(folder, { recursive: true });
});

async function hashes(folder = dataDir): Promise<Record<string, string>> {
  const database = await openPGlite({ dataDir: join(folder, 'db') });
  try {
    return await tableHashes(database.db);
  } finally {
    await database.close();
  }
}

const building = (folder = dataDir) => readdirSync(folder).find((name) => /^restore-\d/.test(name)) ?? 'none';
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

describe.runIf(canMount())('on a full disk', () => {
  const disk = mkdtempSync(join(tmpdir(), 'leadwell-small-'));
  beforeAll(() => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]);
    resetDisk();
  });
  afterAll(() => {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  });

  function resetDisk() {
    for (const name of readdirSync(disk)) rmSync(join(disk, name), { recursive: true });
    cpSync(laterState, disk, { recursive: true });
  }

  it.each([
    ['it unpacks', () => building(disk) !== 'none', 'old'],
    ['the database is unpacked', () => existsSync(join(disk, building(disk), 'db/PG_VERSION')), 'old'],
    ['it is locked to be updated', () => existsSync(join(disk, building(disk), 'lock-holder.txt')), 'any'],
  ] as const)('leaves one whole state if it is full when %s', async (_, isTime, expected) => {
    // On a busy machine, it may have written everything before we saw the moment. Then we try again.
    let code = await fillWhen(isTime);
    for (let tries = 0; expected === 'old' && code === 0 && tries < 4; tries += 1)
      code = await fillWhen(isTime);
    if (expected === 'old') expect(code).toBe(1);
  });

  async function fillWhen(isTime: () => boolean) {
    resetDisk();
    const filler = join(disk, 'filler');
    const code = await killRestore(file, { DATA_DIR: disk }, isTime, (child) => {
      expect(child.exitCode).not.toBe(1);
      child.kill('SIGSTOP');
      fill(filler);
      child.kill('SIGCONT');
    });
    rmSync(filler);
    expect(building(disk)).toBe('none');
    expect(existsSync(join(disk, 'restore-journal.json'))).toBe(false);
    expect(await hashes(disk)).toEqual(code === 0 ? backedUp : later);
    return code;
  }

  it('is refused before it changes anything if there is no room', async () => {
    const filler = join(disk, 'filler');
    fill(filler);
    truncateSync(filler, statSync(filler).size - 20_000_000);
    vi.stubEnv('DATA_DIR', disk);
    vi.stubEnv('LOG_LEVEL', 'silent');
    await expect(restore(file, () => {})).rejects.toThrow(/its disk has \d+ MB free.*Nothing has changed/);
    rmSync(filler);
  });

  it('leaves no half backup', async () => {
    const filler = join(disk, 'filler');
    const written = join(disk, 'small.backup');
    const entries = async function* () {
      yield { of: 'tables' as const, table: 'accounts', bytes: randomBytes(1_000_000) };
      fill(filler);
      for (;;) yield { of: 'tables' as const, table: 'accounts', bytes: randomBytes(1_000_000) };
    };
    await expect(
      writeArchive({
        folder: join(disk, 'db'),
        manifest: {} as Manifest,
        file: written,
        passphrase: undefined,
        tables: entries(),
      }),
    ).rejects.toThrow(/ENOSPC/);
    rmSync(filler);
    expect(readdirSync(disk).filter((name) => name.startsWith('small'))).toEqual([]);
  });
});
