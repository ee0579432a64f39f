import {
  access,
  constants,
  type FileHandle,
  open,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileReason } from '../file-reason.ts';
import { OperatorError } from '../operator-error.ts';

/** Where the bytes of a file go until it is complete. `target`: what they replace then; null for a pipe or a device. */
interface Opened {
  file: FileHandle;
  part: string;
  target: string | null;
}

interface OutputOptions {
  /** who may read a file that is new. Default: as the umask says */
  mode?: number;
  /** refuses a file that is there already. Default: it is replaced */
  isNew?: boolean;
  signal?: AbortSignal;
}

/**
 * Writes a file that a person named. It is complete, or what was there before stays; it keeps its mode, and a link to it stays a link. A
 * pipe or a device gets the bytes as they come. `pieces` are asked for only once the file is open. Throws OperatorError if it can't be
 * written, and what `pieces` throws.
 */
export async function writeOutputFile(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  { mode = 0o666, isNew = false, signal }: OutputOptions = {},
): Promise<void> {
  let opened: Opened | null = null;
  try {
    opened = await openOutput(path, mode, isNew);
    await pipeline(pieces, opened.file.createWriteStream(), { ...(signal && { signal }) });
    if (opened.target !== null) await rename(opened.part, opened.target);
  } catch (cause) {
    if (opened?.target != null) await rm(opened.part, { force: true });
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new OperatorError(`${path} can't be written: ${fileReason(cause)}`, { cause });
  }
}

async function openOutput(path: string, mode: number, isNew: boolean): Promise<Opened> {
  const stats = await stat(path).catch(ifMissing);
  if (stats?.isDirectory()) throw new OperatorError(`${path} can't be written: it is a folder`);
  if (stats && !stats.isFile()) return { file: await open(path, 'w'), part: '', target: null };
  if (stats && isNew) throw new OperatorError(`${path} exists. Choose another name.`);
  const target = await linkTarget(path);
  if (stats) await access(target, constants.W_OK);
  const part = `${target}.part`;
  // One that a killed process left can have another mode, or be a link.
  await rm(part, { force: true });
  const file = await open(part, 'wx', mode);
  if (stats) await file.chmod(stats.mode & 0o7777);
  return { file, part, target };
}

/** The file that a path leads to, also if that doesn't exist yet. */
async function linkTarget(path: string): Promise<string> {
  const real = await realpath(path).catch(ifMissing);
  if (real !== null) return real;
  const link = await readlink(path).catch(() => null);
  return link === null ? path : linkTarget(resolve(await realpath(dirname(path)), link));
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
