import { CallError } from '#contract/errors.ts';
import { theOperator } from '#contract/operator.ts';
import { MEGABYTE, readFreeBytes } from './free-bytes.ts';

/** The free space of the disk that holds the data. The embedded database never recovers from a full disk. */
export interface DiskSpace {
  /** bytes that this user can still write */
  freeBytes(): number;
  /** New work is refused. Reading, signing in and finishing what has started go on. */
  isLow(): boolean;
  /** Every write is refused, to leave room for what the database itself writes. */
  isFull(): boolean;
}

/** Four WAL segments. PGlite hangs if it can't create the next one (16 MB). */
const FULL_BELOW_BYTES = 64 * MEGABYTE;

/** For a database on another machine, whose disk we can't see. It reports a full disk by an error. */
export const UNKNOWN_SPACE: DiskSpace = {
  freeBytes: () => Number.POSITIVE_INFINITY,
  isLow: () => false,
  isFull: () => false,
};

/** The space of a folder's disk. `readFree` returns free bytes; tests replace it. */
export function folderSpace(
  folder: string,
  minFreeBytes: number,
  readFree: (folder: string) => number = readFreeBytes,
): DiskSpace {
  const freeBytes = () => readFree(folder);
  return {
    freeBytes,
    isLow: () => freeBytes() < minFreeBytes,
    isFull: () => freeBytes() < Math.min(minFreeBytes, FULL_BELOW_BYTES),
  };
}

/** Clients try again after this time. */
const RETRY_SECONDS = 60;
/** PostgreSQL's `disk_full`. */
const DISK_FULL = '53100';

/** The error for a write that the disk has no room for. With the operator's address, if someone else may read it. */
export function storageFull(cause?: unknown, operatorEmail?: string): CallError {
  const message = `The server's disk is almost full, so it can't store anything new. Your data is safe. Ask ${theOperator(operatorEmail)} to free up space, then try again.`;
  return new CallError('storage_full', message, { retryAfterSeconds: RETRY_SECONDS, cause });
}

/** Throws `storage_full` if new work can't be stored. */
export function assertRoom(space: DiskSpace): void {
  if (space.isLow()) throw storageFull();
}

/** Whether a statement failed because the disk is full, ours or that of PostgreSQL. */
export function isStorageFull(error: unknown): boolean {
  if (error instanceof CallError) return error.code === 'storage_full';
  return error instanceof Error && 'code' in error && error.code === DISK_FULL;
}

/** "120 MB", or "32 kB" of less than one */
export function megabytes(bytes: number): string {
  if (bytes < MEGABYTE) return `${Math.floor(bytes / 1024)} kB`;
  return `${Math.floor(bytes / MEGABYTE)} MB`;
}
