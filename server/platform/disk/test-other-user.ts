import { chmodSync } from 'node:fs';
import process from 'node:process';

/** A user that owns nothing. */
const NOBODY = 65_534;

/** Runs `work` as a user who can't open a folder. Only until its first `await`. */
export function withoutAccess<T>(folder: string, work: () => T): T {
  const isRoot = process.getuid?.() === 0;
  chmodSync(folder, isRoot ? 0o700 : 0);
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(folder, 0o700);
  }
}
