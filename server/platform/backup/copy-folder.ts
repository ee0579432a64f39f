import { constants } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { forEachAtOnce } from '../for-each-at-once.ts';

/** The threads that copy should have work while the event loop is busy with a database that is embedded in it. */
const AT_ONCE = 256;
/** A file can change again without a new time, if its clock is coarse. */
const COARSE_NS = 2_000_000_000n;

/** A copy of a folder that is brought up to date by copying again what has changed. */
export interface FolderCopy {
  /** Copies what is new or has changed, and deletes what is gone. Returns the copied bytes. */
  update(): Promise<number>;
}

/**
 * Copies `from` to `to`. While files change, a copy is of no use by itself: the last `update` must run while nothing writes.
 * It only reads the files that changed since the one before. `signal` ends an update.
 */
export function folderCopy(from: string, to: string, signal?: AbortSignal): FolderCopy {
  let known = new Map<string, { size: bigint; changed: bigint; isSettled: boolean }>();

  async function copyChanged(path: string, found: typeof known): Promise<number> {
    signal?.throwIfAborted();
    const before = BigInt(Date.now()) * 1_000_000n;
    const { size, mtimeNs } = await stat(join(from, path), { bigint: true });
    const last = known.get(path);
    const isSame = last?.isSettled === true && last.size === size && last.changed === mtimeNs;
    found.set(path, { size, changed: mtimeNs, isSettled: before - mtimeNs > COARSE_NS });
    if (isSame) return 0;
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
    return Number(size);
  }

  return {
    async update() {
      const found: typeof known = new Map();
      let bytes = 0;
      const { files, folders } = await listFolder(from);
      await mkdir(to, { recursive: true, mode: 0o700 });
      for (const folder of folders) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
      await forEachAtOnce(files, AT_ONCE, async (path) => {
        try {
          bytes += await copyChanged(path, found);
        } catch (error) {
          // Deleted meanwhile.
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
          found.delete(path);
        }
      });
      for (const path of known.keys()) if (!found.has(path)) await rm(join(to, path), { force: true });
      known = found;
      return bytes;
    },
  };
}

/** The paths of all files and folders in a folder, relative to it, with `/`. Parents come first. */
export async function listFolder(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  const waiting = [''];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch((error) => {
      if (error.code === 'ENOENT' && at !== '') return [];
      throw error;
    });
    for (const entry of entries) {
      const path = at ? `${at}/${entry.name}` : entry.name;
      if (entry.isDirectory()) {
        folders.push(path);
        waiting.push(path);
      } else if (entry.isFile()) files.push(path);
    }
  }
  return { files, folders };
}

/** How many bytes files of a folder have together, by path from there. Those that are gone meanwhile have none. */
export async function bytesOf(folder: string, files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of files)
    bytes += await stat(join(folder, path)).then(
      ({ size }) => size,
      () => 0,
    );
  return bytes;
}
