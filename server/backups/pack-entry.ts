import { rmSync } from 'node:fs';
import { openSnapshot } from '../platform/backup/dump-tables.ts';
import type { DatabaseContents, Manifest } from '../platform/backup/manifest.ts';
import { type PackReport, PackRequest } from '../platform/backup/pack-request.ts';
import { partOf, writeArchive } from '../platform/backup/write-archive.ts';
import { openPGlite } from '../platform/database/db.ts';
import { databaseFolder } from '../platform/database/embedded-database.ts';
import { fileReason } from '../platform/file-reason.ts';
import { readContents } from './read-contents.ts';

/** Ends the connection to PostgreSQL. A disk that hangs can keep this process, and so its connections, from ending. */
const leaving = new AbortController();

/**
 * Packs a copy of the state in a process of its own: reading, compressing and encrypting would keep requests waiting.
 * Opening the copied database is also the proof that it can be opened.
 */
async function pack(request: PackRequest): Promise<PackReport> {
  const { folder, file, passphrase, manifest, databaseUrl } = request;
  if (databaseUrl !== undefined) return packTables(request, databaseUrl);
  const database = await openPGlite({ dataDir: databaseFolder(folder) });
  let contents: DatabaseContents;
  try {
    contents = await readContents(database.db);
  } finally {
    await database.close();
  }
  const complete = { ...manifest, contents };
  return { bytes: await writeArchive({ folder, manifest: complete, file, passphrase }), manifest: complete };
}

/** Reads PostgreSQL while it packs, so the rows need no room on a disk before. */
async function packTables(request: PackRequest, databaseUrl: string): Promise<PackReport> {
  const { folder, file, passphrase, manifest } = request;
  const snapshot = await openSnapshot(databaseUrl);
  leaving.signal.addEventListener('abort', () => void snapshot.close());
  try {
    leaving.signal.throwIfAborted();
    const complete: Manifest = {
      ...manifest,
      createdAt: snapshot.createdAt.toISOString(),
      bytes: manifest.bytes + snapshot.bytes,
      folderBytes: manifest.bytes,
      contents: await readContents(snapshot.db),
      tables: snapshot.tables,
      sequences: snapshot.sequences,
    };
    const tables = snapshot.files();
    const bytes = await writeArchive({ folder, manifest: complete, file, passphrase, tables });
    return { bytes, manifest: complete };
  } finally {
    await snapshot.close();
  }
}

// Ctrl+C reaches this process, too. The one that started it decides.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.once('message', async (message) => {
  const request = PackRequest.parse(message);
  process.once('message', () => leaving.abort());
  // The process that wanted it has ended: a half backup is of no use.
  process.once('disconnect', () => {
    leaving.abort();
    rmSync(partOf(request.file), { force: true });
    rmSync(request.folder, { recursive: true, force: true });
    process.exit(1);
  });
  const report = await pack(request).catch((error: unknown) => ({
    failure: fileReason(error),
  }));
  process.send?.(report, () => process.exit(0));
});
