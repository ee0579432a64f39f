import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where `leadwell leads enable` installs chDB, in the data folder: a program's own folder can be read-only. */
export function engineHome(dataDir: string): string {
  return resolve(dataDir, 'engine');
}

/** Whether the folder of `engineHome` contains the engine. */
export function hasEngine(home: string): boolean {
  return existsSync(join(home, 'node_modules/chdb/package.json'));
}

/** Loads chDB: that of this program, or else the one in `home`. Throws if neither can be loaded on this machine. */
export async function loadEngine(home: string): Promise<typeof import('chdb')> {
  try {
    return await import('chdb');
  } catch (error) {
    if (!hasEngine(home)) throw error;
    const required = createRequire(join(home, 'package.json'));
    // Its entry for `require` has the same functions.
    const loaded = await import(pathToFileURL(required.resolve('chdb')).href);
    return loaded.default ?? loaded;
  }
}
