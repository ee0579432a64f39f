import { constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiskSpace, megabytes } from '../disk/disk-space.ts';
import { MEGABYTE } from '../disk/free-bytes.ts';
import { fileReason } from '../file-reason.ts';
import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';

const KEPT_BACKUPS = 3;
/** What the migration itself may need. */
const SPARE_BYTES = 100 * MEGABYTE;
const UNFINISHED = '.unfinished';

/**
 * Copies the folder of the closed database to `backups` before a migration changes it, and deletes all but the
 * latest three copies. `name`: its last migration. Throws OperatorError if the copy doesn't fit or fails.
 */
export async function backUpDatabase(options: {
  dataDir: string;
  folder: string;
  name: string;
  space: DiskSpace;
  log: Log;
}): Promise<void> {
  const { dataDir, folder, space, log } = options;
  const backups = join(dataDir, 'backups');
  const size = folderBytes(folder);
  const free = space.freeBytes();
  if (free < size + SPARE_BYTES) {
    throw new OperatorError(
      `This version of Leadwell changes the embedded database and first copies it to ${backups}. The copy needs ${megabytes(size + SPARE_BYTES)}, and the disk has ${megabytes(free)} free. Free up space, or move old copies out of ${backups}. Then start again. Nothing has changed.`,
    );
  }
  const time = new Date().toISOString().replaceAll(':', '-');
  const copy = join(backups, `${time}-${options.name}`);
  try {
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(backups))
      if (name.endsWith(UNFINISHED)) await rm(join(backups, name), { recursive: true });
    // A file system that can share the blocks makes the copy at once.
    await cp(folder, copy + UNFINISHED, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await rename(copy + UNFINISHED, copy);
    await prune(backups);
  } catch (cause) {
    throw new OperatorError(
      `The embedded database couldn't be copied to ${backups} before its update: ${fileReason(cause)}. Check the space and the access rights of this folder, then start again. Nothing has changed.`,
      { cause },
    );
  }
  log.info({ copy }, 'embedded database copied before its update');
}

async function prune(backups: string): Promise<void> {
  const copies = readdirSync(backups)
    .filter((name) => /^\d{4}-\d\d-\d\dT/.test(name))
    .sort();
  for (const old of copies.slice(0, -KEPT_BACKUPS)) await rm(join(backups, old), { recursive: true });
}

/** Bytes of all files in a folder. */
export function folderBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
