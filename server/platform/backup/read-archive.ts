import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { buffer, json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import tar from 'tar-stream';
import { fileReason } from '../file-reason.ts';
import { firstErrorLine, OperatorError } from '../operator-error.ts';
import { fileHash } from './file-hash.ts';
import {
  BACKUP_FOLDER,
  BACKUP_FORMAT,
  BACKUP_PATH,
  FileHashes,
  HASHES_NAME,
  MANIFEST_NAME,
  Manifest,
} from './manifest.ts';
import { parseTableFile, type TableFile } from './table-files.ts';

const OWNER_ONLY = { file: 0o600, folder: 0o700 };
/** Files that are written at once, without a stream for each: a database has more than a thousand. */
const SMALL_BYTES = 256 * 1024;
/** More than PostgreSQL has in one row. */
const MAX_TABLE_FILE_BYTES = 2 ** 31;
/** The first bytes of a file in the format of age. */
const AGE = 'age-encryption.org/';

/** What becomes of the parts of a backup that aren't files of the folder. */
export interface ArchiveReader {
  /** Gets the manifest before anything is written, and throws to refuse it. */
  onManifest(manifest: Manifest): void | Promise<void>;
  /** Gets rows of a table. That they are complete and undamaged is known only at the end. */
  onTable(file: TableFile): Promise<void>;
}

/**
 * Unpacks a backup into a new folder, hands over the rows of its tables, and compares every file with its SHA-256.
 * Throws OperatorError if the backup is damaged, incomplete or not ours.
 */
export async function readArchive(options: {
  file: string;
  folder: string;
  passphrase: string | undefined;
  reader: ArchiveReader;
}): Promise<Manifest> {
  const { file, folder, reader } = options;
  try {
    const source = await plain(file, options.passphrase);
    const extract = tar.extract();
    const read = readEntries(extract, folder, reader);
    const plainBytes = createZstdDecompress();
    plainBytes.once('error', (error) => extract.destroy(error));
    plainBytes.pipe(extract as unknown as Writable);
    const results = await Promise.allSettled([
      pipeline(source, plainBytes),
      read.catch((error) => {
        plainBytes.destroy();
        throw error;
      }),
    ]);
    // What refused an entry is the reason why the rest wasn't read.
    for (const result of results.toReversed()) if (result.status === 'rejected') throw result.reason;
    const manifest = await read;
    return manifest;
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause;
    if ((cause as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new OperatorError(
        'The disk of DATA_DIR is full. Free up space, then restore again. Nothing has changed.',
        {
          cause,
        },
      );
    throw new OperatorError(
      `${file} can't be read as a backup: ${reasonOf(cause)}. Use another backup. Nothing has changed.`,
      { cause },
    );
  }
}

/** Why a file can't be read. One that doesn't start as a backup does is something else. */
function reasonOf(cause: unknown): string {
  const isOther = (cause as NodeJS.ErrnoException).code === 'ZSTD_error_prefix_unknown';
  return isOther ? 'it isn’t one' : firstErrorLine(cause);
}

async function readEntries(extract: tar.Extract, folder: string, reader: ArchiveReader): Promise<Manifest> {
  let manifest: Manifest | null = null;
  let expected: FileHashes | null = null;
  const found: FileHashes = {};
  for await (const entry of extract) {
    const { name } = entry.header;
    if (manifest === null) {
      if (name !== MANIFEST_NAME) throw new Error('it has no manifest');
      manifest = readManifest(await json(entry as AsyncIterable<Buffer> as never));
      await reader.onManifest(manifest);
    } else if (name === HASHES_NAME)
      expected = FileHashes.parse(await json(entry as AsyncIterable<Buffer> as never));
    else if (parseTableFile(name) !== null) found[name] = await readTable(entry, entry.header, reader);
    else if (BACKUP_PATH.test(name) && entry.header.type === 'file')
      found[name] = await unpack(entry, entry.header.size, join(folder, name));
    else if (entry.header.type === 'directory' && BACKUP_FOLDER.test(name)) {
      await mkdir(join(folder, name), { recursive: true, mode: OWNER_ONLY.folder });
      entry.resume();
    } else throw new Error('it has a file that no backup has');
  }
  if (manifest === null || expected === null) throw new Error('its end is missing');
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  for (const name of names)
    if (found[name]?.sha256 !== expected[name]?.sha256) throw new Error(`its file ${name} is damaged`);
  return manifest;
}

function readManifest(given: unknown): Manifest {
  const manifest = Manifest.safeParse(given);
  const format = (given as { format?: unknown } | null)?.format;
  if (typeof format === 'number' && format > BACKUP_FORMAT)
    throw new OperatorError(
      'A newer version of Leadwell wrote this backup. Install that version, then restore again. Nothing has changed.',
    );
  if (!manifest.success) throw new Error('its manifest is damaged');
  return manifest.data;
}

async function readTable(
  content: unknown,
  { name, size = 0 }: { name: string; size?: number | undefined },
  reader: ArchiveReader,
) {
  const parsed = parseTableFile(name);
  if (parsed === null || size > MAX_TABLE_FILE_BYTES) throw new Error('it has a file that no backup has');
  const bytes = await buffer(content as never);
  await reader.onTable({ ...parsed, bytes });
  return fileHash(bytes);
}

/** Writes a new file. With `flush`, it is on the disk before the old state is moved aside. */
async function unpack(source: unknown, size: number | undefined, path: string) {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY.folder });
  if (size !== undefined && size <= SMALL_BYTES) {
    const content = await buffer(source as never);
    await writeFile(path, content, { mode: OWNER_ONLY.file, flag: 'wx', flush: true });
    return fileHash(content);
  }
  const hash = createHash('sha256');
  let bytes = 0;
  const hashed = async function* () {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  await pipeline(hashed, createWriteStream(path, { mode: OWNER_ONLY.file, flags: 'wx', flush: true }));
  return { bytes, sha256: hash.digest('hex') };
}

/** The compressed bytes. */
async function plain(file: string, passphrase: string | undefined): Promise<Readable> {
  if (!(await isEncrypted(file))) return createReadStream(file);
  if (passphrase === undefined)
    throw new OperatorError(
      'The backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase. Nothing has changed.',
    );
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const bytes = Readable.toWeb(createReadStream(file)) as never;
  const decrypted: unknown = await decrypter.decrypt(bytes).catch((cause: unknown) => {
    throw new OperatorError(
      "BACKUP_PASSPHRASE isn't the passphrase of this backup, or the backup is damaged. Nothing has changed.",
      { cause },
    );
  });
  return Readable.fromWeb(decrypted as never);
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw new OperatorError(`The backup ${file} can't be read: ${fileReason(cause)}`, { cause });
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE.length), 0, AGE.length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === AGE;
  } finally {
    await handle.close();
  }
}
