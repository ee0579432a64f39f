import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Whether this process may mount a small disk. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (mounted) execFileSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true });
  return mounted;
}

/** Fills a disk, apart from its last bytes. */
export function fill(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (let bytes = 8_000_000; bytes >= 4096; ) {
      try {
        writeSync(handle, Buffer.alloc(bytes));
      } catch {
        bytes /= 2;
      }
    }
  } finally {
    closeSync(handle);
  }
}
