import { statfsSync } from 'node:fs';

export const MEGABYTE = 1024 * 1024;

/** Free bytes on the disk of a folder; infinite if the system can't tell. */
export function readFreeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
