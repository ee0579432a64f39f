import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError, reasonOf } from './operator-error.ts';

export interface DataLock {
  release(): void;
}

/** Another process works on the data folder; two would silently lose each other's rows. */
export class DataFolderInUse extends OperatorError {
  override readonly name = 'DataFolderInUse';

  constructor(dataDir: string, holder: string) {
    super(
      `The data folder ${dataDir} is in use by ${holder}. Stop that one first, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * Takes the exclusive lock on a data folder, which is made when missing. Throws DataFolderInUse, or OperatorError where there
 * can be no such folder. The lock is SQLite's on a file of its own: an operating system lock that ends with the process,
 * however it ends, and holds between containers on one disk too.
 */
export function lockDataFolder(dataDir: string): DataLock {
  const holderFile = join(dataDir, 'lock-holder.txt');
  const lock = openLockFile(dataDir);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked/.test(error.message)) {
      throw new DataFolderInUse(dataDir, readHolder(holderFile));
    }
    throw error;
  }
  writeFileSync(holderFile, `process ${process.pid}`);
  return { release: () => lock.close() };
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    makeFolder(resolve(dataDir));
    return new DatabaseSync(join(dataDir, 'lock.sqlite'));
  } catch (error) {
    throw new OperatorError(
      `The data folder ${dataDir} cannot be used: ${reasonOf(error)}. Set DATA_DIR to a folder this user may write.`,
      { cause: error },
    );
  }
}

/** Level by level: Node's `recursive` never ends where a folder like /proc refuses new ones as if it were missing. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 100);
  } catch {
    return 'another process';
  }
}
