import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';

const MEMORY = '/dev/shm';
/** A run of all tests has up to 2 GB of files at once. Its processes need memory, too. */
const FILES_BYTES = 4e9;
const PROCESSES_BYTES = 6e9;

/**
 * Where tests store temporary files: in memory, if there is plenty. Databases are made of a thousand files, and it takes
 * the kernel ten times as much CPU time to create these on a disk.
 */
export function temporaryFolder(): string {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  const isLarge = bavail * bsize >= FILES_BYTES;
  return isLarge && process.availableMemory() >= FILES_BYTES + PROCESSES_BYTES ? MEMORY : tmpdir();
}
