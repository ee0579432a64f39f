import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { DataFolderInUse, isDataFolderInUse, lockDataFolder, OtherUsersFolder } from './data-lock.ts';

const OTHER_PROCESS = `
  const { lockDataFolder } = await import(process.argv[1]);
  try { lockDataFolder(process.argv[2]); console.log('locked'); } catch (error) { console.log(error.message); }
`;

it('rejects a second process with a helpful message until released', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-lock-'));
  const lock = lockDataFolder(folder);
  const fromAnotherProcess = () =>
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', OTHER_PROCESS, join(import.meta.dirname, 'data-lock.ts'), folder],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
  expect(fromAnotherProcess()).toContain(`in use by process ${process.pid}. Stop it first`);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  lock.release();
  expect(fromAnotherProcess()).toContain('locked');
});

it('creates a missing folder and its parents, readable only by the owner', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'leadwell-lock-')), 'a', 'b');
  lockDataFolder(folder).release();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it.runIf(process.getuid)('lets root find a server of another user, but create nothing in its folder', () => {
  const NOBODY = 65534;
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-lock-'));
  const lock = lockDataFolder(folder);
  if (process.getuid?.() === 0) chownSync(join(folder, 'lock.sqlite'), NOBODY, NOBODY);
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  expect(isDataFolderInUse(folder)).toBe(true);
  lock.release();
  rmSync(join(folder, 'lock-holder.txt'));
  expect(() => lockDataFolder(folder)).toThrow(OtherUsersFolder);
  expect(() => lockDataFolder(folder)).toThrow(/Run this command as that user/);
  expect(readdirSync(folder)).toEqual(['lock.sqlite']);
  vi.restoreAllMocks();
  if (process.getuid?.() === 0) chownSync(join(folder, 'lock.sqlite'), 0, 0);
  lockDataFolder(folder).release();
});

it.runIf(existsSync('/proc/self'))('fails immediately if the folder cannot be created', () => {
  expect(() => lockDataFolder('/proc/nope/data')).toThrow(
    'Set DATA_DIR to a folder that this user can write to',
  );
});
