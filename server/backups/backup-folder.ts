import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { askFolder } from '../platform/disk/ask-folder.ts';

const HOUR_MS = 3_600_000;
/** No one writes to it any more: what a server that was killed left. */
const LEFT_MS = HOUR_MS;
/** To delete large files can take long. */
const DELETE_LIMIT_MS = 20_000;
const PART = /^leadwell-.*\.backup\.part$/;
const NAME = /^leadwell-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.backup$/;
/** Linux's numbers of tmpfs and ramfs (linux/magic.h). */
const IN_MEMORY = new Set([0x01021994, 0x858458f6]);

/** The backups of the schedule in a folder. */
export interface KeptBackups {
  /** when the latest one was written, or began if the clock of the disk is ahead, in ms since 1970; 0: there is none */
  latestMs: number;
  /** their names, oldest first */
  names: string[];
  /**
   * Those whose name is over an hour from the future, because a clock was ahead: they don't count, since no backup would follow
   * them for as long.
   */
  fromFuture: string[];
}

/** The name of a backup of the schedule. `atMs`: in ms since 1970. */
export function backupName(atMs: number): string {
  return `leadwell-${new Date(atMs).toISOString().replaceAll(/[:.]/g, '-')}.backup`;
}

/** Reads the backups of the schedule. A folder that doesn't exist has none. Throws DiskSilent, and if it can't be read. */
export function readBackups(folder: string, nowMs: number): Promise<KeptBackups> {
  return askFolder(folder, async () => {
    const limitMs = nowMs + HOUR_MS;
    const names: string[] = [];
    const fromFuture: string[] = [];
    for (const name of (await namesIn(folder)).sort()) {
      const atMs = timeOf(name);
      if (atMs !== null) (atMs > limitMs ? fromFuture : names).push(name);
    }
    const last = names.at(-1);
    if (last === undefined) return { latestMs: 0, names, fromFuture };
    const { mtimeMs } = await stat(join(folder, last));
    // A disk in the network can have a clock of its own that is ahead.
    return { latestMs: mtimeMs <= limitMs ? mtimeMs : (timeOf(last) ?? 0), names, fromFuture };
  });
}

/** Deletes backups. Throws DiskSilent, and if it can't. */
export function deleteBackups(folder: string, names: readonly string[]): Promise<void> {
  return askFolder(
    folder,
    async () => {
      for (const name of names) await rm(join(folder, name));
    },
    DELETE_LIMIT_MS,
  );
}

/** Deletes what servers that were killed left of backups. Throws DiskSilent, and if it can't. */
export function deleteLeftParts(folder: string, nowMs: number): Promise<void> {
  return askFolder(
    folder,
    async () => {
      for (const name of (await namesIn(folder)).filter((each) => PART.test(each))) {
        const file = join(folder, name);
        const writtenMs = (await stat(file).catch(() => null))?.mtimeMs;
        if (writtenMs !== undefined && nowMs - writtenMs > LEFT_MS) await rm(file, { force: true });
      }
    },
    DELETE_LIMIT_MS,
  );
}

/** Whether a folder is in memory, so that a restart of the machine or of its container deletes what is in it. */
export function isInMemory(folder: string): Promise<boolean> {
  return askFolder(folder, async () => {
    if (process.platform !== 'linux') return false;
    const disk = await statfs(folder).catch(() => null);
    return disk !== null && IN_MEMORY.has(disk.type);
  });
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** When a backup of the schedule was begun, in ms since 1970; null for another file. */
function timeOf(name: string): number | null {
  const [, day, hours, minutes, seconds, ms] = NAME.exec(name) ?? [];
  return day === undefined ? null : Date.parse(`${day}T${hours}:${minutes}:${seconds}.${ms}Z`);
}
