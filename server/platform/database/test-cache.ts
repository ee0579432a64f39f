import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/leadwell/', import.meta.url));

/**
 * The path of a file or folder that all test processes read. `make` creates it once per state of the migrations
 * and day. Those with this name that are more than a day old are removed: a run that goes past midnight still reads younger ones.
 */
export async function makeOnce(name: string, make: (path: string) => Promise<void>): Promise<string> {
  const current = `${name}-${stateHash()}`;
  if (!existsSync(CACHE + current)) {
    mkdirSync(CACHE, { recursive: true });
    const yesterday = Date.now() - 24 * 60 * 60_000;
    const old = readdirSync(CACHE).filter(
      (file) =>
        file.startsWith(`${name}-`) &&
        (statSync(CACHE + file, { throwIfNoEntry: false })?.mtimeMs ?? yesterday) < yesterday,
    );
    for (const file of old) rmSync(CACHE + file, { recursive: true, force: true });
    const own = `${CACHE}${current}.${process.pid}`;
    await make(own);
    try {
      renameSync(own, CACHE + current);
    } catch (error) {
      // Another process was quicker.
      rmSync(own, { recursive: true, force: true });
      if (!existsSync(CACHE + current)) throw error;
    }
  }
  return CACHE + current;
}

function stateHash(): string {
  const root = new URL('../../../', import.meta.url);
  const migrations = new URL('db/migrations/', root);
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations).sort())
    hash.update(name).update(readFileSync(new URL(name, migrations)));
  hash.update(readFileSync(new URL('package-lock.json', root)));
  // The queue creates partitions for the next days, which would change the schema of an older template.
  hash.update(new Date().toISOString().slice(0, 10));
  return hash.digest('hex').slice(0, 16);
}
