import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What a restore replaces in the data folder. */
const ENTRIES = ['db', 'warehouse', 'secrets.json', 'moved-to-postgres.txt'] as const;
const JOURNAL = 'restore-journal.json';

const Journal = z.object({
  /** names of folders in the data folder */
  from: z.string().regex(/^(?:before-)?restore-[\w-]+$/),
  point: z.string().regex(/^before-restore-[\w-]+$/),
  /** what is in `from` */
  restored: z.array(z.enum(ENTRIES)),
  /** what is replaced or, if it isn't in `from`, put aside */
  replaced: z.array(z.enum(ENTRIES)).default([...ENTRIES]),
});
type Journal = z.infer<typeof Journal>;

/**
 * Replaces the state of a locked data folder by the one in its folder `from`, and keeps the old one in its folder
 * `point`. If the process ends in the middle, `finishRestore` does the rest.
 */
export function replaceState(dataDir: string, names: { from: string; point: string }): void {
  writeJournal(dataDir, names, ENTRIES);
  finishRestore(dataDir);
}

/** Decides that `finishRestore` replaces these parts of the state. */
export function writeJournal(
  dataDir: string,
  names: { from: string; point: string },
  replaced: readonly (typeof ENTRIES)[number][],
): void {
  const restored = replaced.filter((entry) => existsSync(join(dataDir, names.from, entry)));
  const journal: Journal = { ...names, restored, replaced: [...replaced] };
  const part = join(dataDir, `${JOURNAL}.part`);
  writeFileSync(part, JSON.stringify(journal), { mode: 0o600, flush: true });
  renameSync(part, join(dataDir, JOURNAL));
  syncFolder(dataDir);
}

/** Whether the data folder has a restore that `finishRestore` has to finish. */
export function hasUnfinishedSwap(dataDir: string): boolean {
  return existsSync(join(dataDir, JOURNAL));
}

/** Finishes a restore that was interrupted while it replaced the state of a locked data folder. Returns whether there was one. */
export function finishRestore(dataDir: string): boolean {
  const file = join(dataDir, JOURNAL);
  if (!existsSync(file)) return false;
  const { from, point, restored, replaced } = Journal.parse(JSON.parse(readFileSync(file, 'utf8')));
  mkdirSync(join(dataDir, point), { recursive: true, mode: 0o700 });
  for (const entry of replaced) {
    const [now, next, old] = [join(dataDir, entry), join(dataDir, from, entry), join(dataDir, point, entry)];
    const isDone = restored.includes(entry) ? !existsSync(next) : existsSync(old);
    if (isDone) continue;
    if (existsSync(now)) renameSync(now, old);
    if (existsSync(next)) renameSync(next, now);
  }
  syncFolder(join(dataDir, point));
  syncFolder(dataDir);
  // The journal is last: whoever finds `from` without it knows that nothing was replaced.
  rmSync(join(dataDir, from), { recursive: true, force: true });
  rmSync(file);
  return true;
}

/** Makes renames last through a power loss. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
