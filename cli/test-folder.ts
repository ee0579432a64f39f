import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';

const MEMORY = '/dev/shm';
/** All tests together have about 1 GB of files at a time. Their processes need memory, too. */
const FILES_BYTES = 4e9;
const PROCESSES_BYTES = 6e9;

/**
 * Where tests store temporary files: in memory, if there is plenty. A database has more than a thousand files, and
 * creating them on a disk takes the kernel ten times as much CPU time.
 */
export function temporaryFolder(): string {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  const isLarge = bavail * bsize >= FILES_BYTES;
  return isLarge && process.availableMemory() >= FILES_BYTES + PROCESSES_BYTES ? MEMORY : tmpdir();
}
