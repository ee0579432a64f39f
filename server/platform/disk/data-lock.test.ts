import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './data-lock.ts';

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

it.runIf(existsSync('/proc/self'))('fails immediately if the folder cannot be created', () => {
  expect(() => lockDataFolder('/proc/nope/data')).toThrow(
    'Set DATA_DIR to a folder that this user can write to',
  );
});
