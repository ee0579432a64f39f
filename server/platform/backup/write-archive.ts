import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { listFolder } from './copy-folder.ts';
import { type FileHashes, HASHES_NAME, MANIFEST_NAME, type Manifest } from './manifest.ts';
import { tarHeader } from './tar-header.ts';

/** Larger windows find more in tables, and readers need no setting for this one. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const OWNER_ONLY = 0o600;
const BLOCK = 512;
const READ_BYTES = 256 * 1024;

/**
 * Writes the files of a folder with their manifest as one backup: a tar file, compressed with zstd and, with a passphrase,
 * encrypted in the format of age. `file` appears when it is complete. Returns its bytes.
 */
export async function writeArchive(options: {
  folder: string;
  manifest: Manifest;
  file: string;
  passphrase: string | undefined;
}): Promise<number> {
  const { folder, manifest, file, passphrase } = options;
  const part = `${file}.part`;
  try {
    const compressed = createZstdCompress(COMPRESSION);
    const compressing = pipeline(Readable.from(tarBytes(folder, manifest)), compressed);
    const from = passphrase === undefined ? compressed : await encrypt(compressed, passphrase);
    const writing = pipeline(from, createWriteStream(part, { mode: OWNER_ONLY, flush: true }));
    const results = await Promise.allSettled([compressing, writing]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
  return (await stat(file)).size;
}

/** The tar file: the manifest, all files, and their hashes. */
async function* tarBytes(folder: string, manifest: Manifest): AsyncGenerator<Buffer> {
  yield* textEntry(MANIFEST_NAME, JSON.stringify(manifest));
  const hashes: FileHashes = {};
  const { files, folders } = await listFolder(folder);
  // PostgreSQL doesn't start without its empty folders.
  for (const path of folders) yield tarHeader(path, 0, 'folder');
  for (const path of files.sort()) {
    const { size } = await stat(join(folder, path));
    const hash = createHash('sha256');
    yield tarHeader(path, size);
    let bytes = 0;
    for await (const chunk of createReadStream(join(folder, path), { highWaterMark: READ_BYTES })) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    if (bytes !== size) throw new Error(`${path} has changed`);
    yield padding(size);
    hashes[path] = { bytes: size, sha256: hash.digest('hex') };
  }
  yield* textEntry(HASHES_NAME, JSON.stringify(hashes));
  yield Buffer.alloc(2 * BLOCK);
}

function* textEntry(name: string, text: string): Generator<Buffer> {
  const bytes = Buffer.from(text);
  yield tarHeader(name, bytes.length);
  yield bytes;
  yield padding(bytes.length);
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

async function encrypt(from: Readable, passphrase: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(from) as never)) as never);
}

/** Makes a rename last through a power loss. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
