import { type PackReport, PackRequest } from '../platform/backup/pack-request.ts';
import { writeArchive } from '../platform/backup/write-archive.ts';
import { openPGlite } from '../platform/database/db.ts';
import { databaseFolder } from '../platform/database/embedded-database.ts';
import { firstErrorLine } from '../platform/operator-error.ts';
import { readContents } from './read-contents.ts';

/**
 * Packs a copy of the state in a process of its own: reading, compressing and encrypting would keep requests waiting.
 * Opening the copied database is also the proof that it can be opened.
 */
async function pack({ folder, file, passphrase, manifest }: PackRequest): Promise<PackReport> {
  let { contents } = manifest;
  if (!contents) {
    const database = await openPGlite({ dataDir: databaseFolder(folder) });
    try {
      contents = await readContents(database.db);
    } finally {
      await database.close();
    }
  }
  const complete = { ...manifest, contents };
  return { bytes: await writeArchive({ folder, manifest: complete, file, passphrase }), manifest: complete };
}

// The server has ended: a half backup is of no use.
process.once('disconnect', () => process.exit(1));
process.once('message', async (message) => {
  const report = await pack(PackRequest.parse(message)).catch((error: unknown) => ({
    failure: firstErrorLine(error),
  }));
  process.send?.(report, () => process.exit(0));
});
