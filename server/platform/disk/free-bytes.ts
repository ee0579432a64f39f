import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

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

/** The same without waiting for a disk that may hang. */
export async function askFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
