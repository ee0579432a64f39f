import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { firstErrorLine, OperatorError } from '../operator-error.ts';
import { requireOpenFolder } from './folder-access.ts';

const LOCK_FILE = 'lock.sqlite';

export interface DataLock {
  release(): void;
}

/** Another process uses the data folder. Two processes would silently overwrite each other's rows. */
export class DataFolderInUse extends OperatorError {
  override readonly name = 'DataFolderInUse';
  /** "process 123" */
  readonly holder: string;

  constructor(dataDir: string, holder: string) {
    super(
      `The data folder ${dataDir} is in use by ${holder}. Stop it first, or set DATA_DIR to another folder.`,
    );
    this.holder = holder;
  }
}

/** root would create files in the folder that the user of its server can't open. */
export class OtherUsersFolder extends OperatorError {
  override readonly name = 'OtherUsersFolder';

  constructor(dataDir: string, uid: number) {
    super(
      `The data folder ${dataDir} is used by the user with the ID ${uid}, who can't open what root creates in it. Run this command as that user: docs/operate/install.md, Operator commands, says how with systemd and Docker. If root is to run the server from now on, run \`chown -R root ${dataDir}\` first.`,
    );
  }
}

/**
 * Locks a data folder exclusively and creates it if needed. Throws DataFolderInUse, OtherUsersFolder, or
 * OperatorError if the folder can't be created or opened. It locks a SQLite file, because SQLite uses an operating system lock, which ends
 * with the process even after a crash and also works between containers that share a disk.
 */
export function lockDataFolder(dataDir: string): DataLock {
  requireOpenFolder(dataDir);
  const holderFile = join(dataDir, 'lock-holder.txt');
  const lock = openLockFile(dataDir);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked/.test(error.message)) {
      throw new DataFolderInUse(dataDir, readHolder(holderFile));
    }
    throw unusable(dataDir, error);
  }
  // The server of the last time created it.
  const { uid } = statSync(join(dataDir, LOCK_FILE));
  if (process.getuid?.() === 0 && uid !== 0) {
    lock.close();
    throw new OtherUsersFolder(dataDir, uid);
  }
  try {
    writeFileSync(holderFile, `process ${process.pid}`);
  } catch (error) {
    lock.close();
    throw unusable(dataDir, error);
  }
  return { release: () => lock.close() };
}

/** Whether another process uses the data folder. A folder that can't be used is not in use. */
export function isDataFolderInUse(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  try {
    lockDataFolder(dataDir).release();
    return false;
  } catch (error) {
    return error instanceof DataFolderInUse;
  }
}

function openLockFile(dataDir: string): DatabaseSync {
  try {
    createFolder(resolve(dataDir));
    return new DatabaseSync(join(dataDir, LOCK_FILE));
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/**
 * What to do about a folder that can't be written to. SQLite and Node name a full disk and a read-only one in
 * different ways.
 */
function unusable(dataDir: string, error: unknown): OperatorError {
  const reason = firstErrorLine(error);
  const advice = /ENOSPC|is full|disk I\/O/i.test(reason)
    ? 'If its disk is full, free up space and start again.'
    : /EROFS|readonly|read-only/i.test(reason)
      ? 'If it is on a read-only file system, mount it for writing.'
      : /not a database|malformed/i.test(reason)
        ? 'Its file lock.sqlite is damaged. It holds no data, so delete it and start again.'
        : '';
  return new OperatorError(
    `The data folder ${dataDir} cannot be used: ${reason}. ${advice && `${advice} `}Set DATA_DIR to a folder that this user can write to.`,
    { cause: error },
  );
}

/**
 * Level by level: Node's `recursive` option never returns in folders like /proc, which report ENOENT for
 * mkdir.
 */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 100);
  } catch {
    return 'another process';
  }
}
