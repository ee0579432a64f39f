import { constants, existsSync } from 'node:fs';
import { copyFile, link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { forEachAtOnce } from '../for-each-at-once.ts';
import { bytesOf, listFolder } from './copy-folder.ts';
import { coveredParts } from './covered-parts.ts';

const AT_ONCE = 16;
/** Parts that the engine is writing or deleting. It drops them when it opens the folder. */
const UNFINISHED_PART = /(^|\/)(tmp_|delete_tmp_)/;
/** The data of a part, which the engine never changes once it has its name. */
const FIXED = /\.(bin|c?mrk\d?|idx2?|cidx)$/;

/**
 * Copies the folder of the lead databases at once: hard links for the data, copies of the rest. Leaves out parts that the engine
 * has replaced: after each of some opt-outs, a backup would contain all leads once more. The engine must not
 * write meanwhile, and can go on as soon as this is done. Throws what `signal` aborts with.
 */
export async function linkFolder(from: string, to: string, signal?: AbortSignal): Promise<void> {
  const { files, folders } = await listKept(from);
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const folder of folders) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  await forEachAtOnce(files, AT_ONCE, async (path) => {
    signal?.throwIfAborted();
    const copy = () => copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE);
    if (!FIXED.test(path)) return copy();
    // Some file systems have no hard links.
    await link(join(from, path), join(to, path)).catch(copy);
  });
}

/** Bytes of the files that `linkFolder` would put into a copy; 0 if there is no folder. */
export async function linkedBytes(folder: string): Promise<number> {
  return existsSync(folder) ? bytesOf(folder, (await listKept(folder)).files) : 0;
}

/** The files and folders of a folder that a copy of it needs, by path from there. */
async function listKept(folder: string): Promise<{ files: string[]; folders: string[] }> {
  const { files, folders } = await listFolder(folder);
  const covered = coveredParts(folders);
  const isCovered = (path: string): boolean =>
    covered.has(path) || (path.includes('/') && isCovered(dirname(path)));
  const isKept = (path: string) => !UNFINISHED_PART.test(path) && !isCovered(path);
  return { files: files.filter(isKept), folders: folders.filter(isKept) };
}
