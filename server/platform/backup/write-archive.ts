import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import tar from 'tar-stream';
import { listFolder } from './copy-folder.ts';
import { fileHash } from './file-hash.ts';
import { type FileHashes, HASHES_NAME, MANIFEST_NAME, type Manifest } from './manifest.ts';
import { type TableFile, tableFile } from './table-files.ts';

/** Larger windows find more in tables, and readers need no setting for this one. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const OWNER_ONLY = 0o600;
const READ_BYTES = 256 * 1024;

/** The name of a backup until it is complete. */
export const partOf = (file: string): string => `${file}.part`;

/**
 * Writes the files of a folder and the rows of tables with their manifest as one backup: a tar file, compressed with zstd and, with a passphrase,
 * encrypted in the format of age. `file` appears when it is complete. Returns its bytes.
 */
export async function writeArchive(options: {
  folder: string;
  manifest: Manifest;
  file: string;
  passphrase: string | undefined;
  tables?: AsyncIterable<TableFile>;
}): Promise<number> {
  const { folder, manifest, file, passphrase, tables } = options;
  const part = partOf(file);
  try {
    const compressed = createZstdCompress(COMPRESSION);
    const compressing = pipeline(packState({ folder, manifest, tables }), compressed);
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

interface State {
  folder: string;
  manifest: Manifest;
  tables: AsyncIterable<TableFile> | undefined;
}

/** A tar file: the manifest, all files, the rows of tables, and the hashes of all. */
function packState(state: State): tar.Pack {
  const archive = tar.pack();
  fill(archive, state).then(
    () => archive.finalize(),
    (error) => archive.destroy(error),
  );
  return archive;
}

async function fill(archive: tar.Pack, { folder, manifest, tables }: State): Promise<void> {
  archive.entry({ name: MANIFEST_NAME, mode: OWNER_ONLY }, JSON.stringify(manifest));
  const hashes: FileHashes = {};
  if (tables) await addTables(archive, tables, hashes);
  await addFiles(archive, folder, hashes);
  archive.entry({ name: HASHES_NAME, mode: OWNER_ONLY }, JSON.stringify(hashes));
}

async function addTables(
  archive: tar.Pack,
  tables: AsyncIterable<TableFile>,
  hashes: FileHashes,
): Promise<void> {
  let last = '';
  let number = 0;
  for await (const { of, table, bytes } of tables) {
    const name = `${of}/${table}`;
    number = name === last ? number + 1 : 1;
    last = name;
    const file = tableFile(of, table, number);
    await addBytes(archive, file, bytes);
    hashes[file] = fileHash(bytes);
  }
}

async function addFiles(archive: tar.Pack, folder: string, hashes: FileHashes): Promise<void> {
  const { files, folders } = await listFolder(folder);
  // PostgreSQL doesn't start without its empty folders.
  for (const name of folders) archive.entry({ name, type: 'directory', mode: OWNER_ONLY });
  for (const name of files.sort()) {
    const path = join(folder, name);
    const { size } = await stat(path);
    if (size <= READ_BYTES) {
      const bytes = await readFile(path);
      await addBytes(archive, name, bytes);
      hashes[name] = fileHash(bytes);
      continue;
    }
    const hash = createHash('sha256');
    // A file that has changed since has another size, which fails here.
    await pipeline(
      createReadStream(path, { highWaterMark: READ_BYTES }),
      async function* hashed(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      archive.entry({ name, size, mode: OWNER_ONLY }),
    );
    hashes[name] = { bytes: size, sha256: hash.digest('hex') };
  }
}

/**
 * Adds a file that is in memory, which takes a third of the time of a stream: a database has more than a thousand files. Waits
 * until it is taken, so that no more than one is in memory.
 */
function addBytes(archive: tar.Pack, name: string, bytes: Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const entry = archive.entry({ name, mode: OWNER_ONLY }, bytes, (error) =>
    error ? reject(error) : resolve(),
  );
  // Such as that of a full disk.
  entry.on('error', reject);
  return promise;
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
