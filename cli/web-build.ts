import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['web', 'tools', 'contract', 'engines/csv', 'package-lock.json'];
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

/** Builds the web client into web/dist, in a separate process to free its memory afterwards. */
export function buildWeb(): void {
  execFileSync(process.execPath, [VITE, 'build', 'web', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
}

/** Builds the web client if it is missing or older than a source. Returns whether it was built. */
export function buildWebIfNeeded(): boolean {
  const built = modifiedAt(join(ROOT, 'web/dist/index.html'));
  if (built !== null && SOURCES.every((source) => newest(join(ROOT, source)) <= built)) return false;
  process.stderr.write('Building the web client …\n');
  buildWeb();
  return true;
}

const EXTENSION_SOURCES = ['extension', 'contract', 'engines', 'package-lock.json'];

/** Builds the browser extensions into extension/dist if they are missing or older than a source. */
export function buildExtensionsIfNeeded(): void {
  const built = modifiedAt(join(ROOT, 'extension/dist'));
  if (built !== null && EXTENSION_SOURCES.every((source) => newest(join(ROOT, source)) <= built)) return;
  process.stderr.write('Building the browser extensions …\n');
  execFileSync(process.execPath, [join(ROOT, 'cli/launch.mjs'), join(ROOT, 'extension/build.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
}

function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let latest = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.name === 'dist' || entry.name === 'node_modules') continue;
    latest = Math.max(latest, newest(join(path, entry.name)));
  }
  return latest;
}

function modifiedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
