import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPGlite } from './db.ts';
import { makeOnce } from './test-cache.ts';
import { prepare } from './test-template.ts';

/**
 * Copies a migrated database into a data folder that has none. So a process that starts there doesn't run initdb,
 * which takes four seconds of CPU time. Tests of the first start don't use this.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'db');
  if (existsSync(folder)) return;
  const template = await makeOnce('db', async (path) => {
    const database = await openPGlite({ dataDir: path });
    await prepare(database);
    await database.close();
  });
  mkdirSync(dataDir, { recursive: true });
  cpSync(template, folder, { recursive: true });
}
