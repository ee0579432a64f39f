import { createReadStream, existsSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { forEachAtOnce } from '../for-each-at-once.ts';
import { openPGlite } from './db.ts';

/** An empty database with its tables, as a packaged server has it. Without it, a new one takes seconds to make. */
const PREPARED = new URL('../../../db/prepared.tar.gz', import.meta.url);
const OWNER_ONLY = { file: 0o600, folder: 0o700 };
const FILES_AT_ONCE = 8;

/**
 * Creates an empty embedded database in `folder`, which must be missing or empty. It is made beside it and then renamed: a
 * process that is killed meanwhile leaves no half of a database, and the next one starts again. `prepared`: a database that
 * is unpacked instead, if the file exists.
 */
export async function createEmbeddedDatabase(folder: string, prepared: URL = PREPARED): Promise<void> {
  const made = `${folder}.new`;
  // Refuses to remove files.
  if (existsSync(folder)) rmdirSync(folder);
  rmSync(made, { recursive: true, force: true });
  await mkdir(made, { recursive: true, mode: OWNER_ONLY.folder });
  if (existsSync(prepared)) await unpack(prepared, made);
  else await (await openPGlite({ dataDir: made })).close();
  renameSync(made, folder);
}

/** Unpacks a .tar.gz of PGlite. Its folders come before their files. */
async function unpack(file: URL, folder: string): Promise<void> {
  const extract = tar.extract();
  const source = pipeline(createReadStream(file), createGunzip(), extract as unknown as Writable);
  const files: { path: string; content: Buffer }[] = [];
  for await (const entry of extract) {
    const path = join(folder, entry.header.name);
    if (entry.header.type === 'file') files.push({ path, content: await buffer(entry as never) });
    else {
      await mkdir(path, { recursive: true, mode: OWNER_ONLY.folder });
      entry.resume();
    }
  }
  await source;
  await forEachAtOnce(files, FILES_AT_ONCE, ({ path, content }) =>
    writeFile(path, content, { mode: OWNER_ONLY.file }),
  );
}
