import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DataFolderInUse, lockDataFolder } from './data-lock.ts';

const ELSEWHERE = `
  const { lockDataFolder } = await import(process.argv[1]);
  try { lockDataFolder(process.argv[2]); console.log('taken'); } catch (error) { console.log(error.message); }
`;

it('refuses a second process with a line that says who holds the folder and what to do, and frees it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-lock-'));
  const lock = lockDataFolder(folder);
  const fromAnotherProcess = () =>
    execFileSync(
      process.execPath,
      ['--input-type=module', '-e', ELSEWHERE, join(import.meta.dirname, 'data-lock.ts'), folder],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
  expect(fromAnotherProcess()).toContain(`in use by process ${process.pid}. Stop that one first`);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse);
  lock.release();
  expect(fromAnotherProcess()).toContain('taken');
});

it('makes a folder within folders that are missing, for its owner alone', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'leadwell-lock-')), 'a', 'b');
  lockDataFolder(folder).release();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

it.runIf(existsSync('/proc/self'))('says at once where there can be no folder', () => {
  expect(() => lockDataFolder('/proc/nope/data')).toThrow('Set DATA_DIR to a folder this user may write');
});
