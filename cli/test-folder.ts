import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const MEMORY = '/dev/shm';
/** All tests together have about 1 GB of files at a time. Their processes need memory, too. */
const FILES_BYTES = 4e9;
const PROCESSES_BYTES = 6e9;
/** Set for the processes that a test run starts. */
const VARIABLE = 'LEADWELL_TEST_FOLDER';

/** Gives the tests of this process and its children a temporary folder, which is removed when this process exits. */
export function openTestFolder(): void {
  if (process.env[VARIABLE]) return;
  const folder = mkdtempSync(join(process.env.TMPDIR ? tmpdir() : memoryIfPlenty(), 'leadwell-test-'));
  // PostgreSQL runs as another user, who needs access.
  chmodSync(folder, 0o711);
  process.env[VARIABLE] = folder;
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  // Node doesn't emit `exit` for a signal, and the files may be in memory.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}

/**
 * Memory, if there is plenty. A database has more than a thousand files, and creating them on a disk takes the kernel
 * ten times as much CPU time.
 */
function memoryIfPlenty(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  const isLarge = bavail * bsize >= FILES_BYTES;
  return isLarge && process.availableMemory() >= FILES_BYTES + PROCESSES_BYTES ? MEMORY : tmpdir();
}
