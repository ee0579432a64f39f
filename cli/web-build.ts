import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '#server/platform/operator-error.ts';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = ['web', 'tools', 'extension', 'contract', 'engines/csv', 'package-lock.json'];
const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');

/** Builds the web client into web/dist, in a separate process to free its memory afterwards. */
export function buildWeb(): void {
  execFileSync(process.execPath, [VITE, 'build', 'web', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
}

/** Whether the development tools are installed. `npm ci --omit=dev` leaves them out. */
function hasBuildTools(): boolean {
  return existsSync(VITE);
}

/**
 * Builds the web client if it is missing or older than a source. Returns whether it was built. Without the development
 * tools, a client that was built before is used as it is. Throws OperatorError if there is none.
 */
export function buildWebIfNeeded(): boolean {
  const built = modifiedAt(join(ROOT, 'web/dist/index.html'));
  if (!hasBuildTools()) {
    if (built !== null) return false;
    throw new OperatorError(
      'The web client is not built, and this install has no development tools to build it with. Either run `npm ci && npm run build && npm prune --omit=dev` here, or copy the folders web/dist and extension/dist from a clone of the same version in which you ran `npm run build`.',
    );
  }
  if (built !== null && SOURCES.every((source) => newest(join(ROOT, source)) <= built)) return false;
  process.stderr.write('Building the web client …\n');
  buildWeb();
  return true;
}

const EXTENSIONS_VERSION = join(ROOT, 'extension/dist/version');
const EXTENSION_SOURCES = ['extension', 'contract', 'engines', 'package-lock.json'];

const BUILD_EXTENSIONS = [join(ROOT, 'cli/launch.mjs'), join(ROOT, 'extension/build.ts')];
const LOW_PRIORITY = 10;

/** Builds the browser extensions into extension/dist. */
export function buildExtensions(): void {
  execFileSync(process.execPath, BUILD_EXTENSIONS, { cwd: ROOT, stdio: ['ignore', 2, 2] });
}

/** Builds the browser extensions if they are missing or older than a source. */
export function buildExtensionsIfNeeded(): void {
  if (areExtensionsBuilt()) return;
  process.stderr.write('Building the browser extensions …\n');
  buildExtensions();
}

/**
 * Like `buildExtensionsIfNeeded`, but beside this process and at a low priority, so that a server starts without
 * waiting. It offers the downloads as soon as they are built.
 */
export function buildExtensionsBeside(): void {
  if (!hasBuildTools()) {
    if (modifiedAt(EXTENSIONS_VERSION) === null)
      process.stderr.write("The browser extensions are not built, so that they can't be downloaded.\n");
    return;
  }
  if (areExtensionsBuilt()) return;
  process.stderr.write('Building the browser extensions in the background …\n');
  const child = spawn(process.execPath, BUILD_EXTENSIONS, { cwd: ROOT, stdio: ['ignore', 'ignore', 2] });
  child.once('spawn', () => {
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY);
  });
  child.once('error', (error) => process.stderr.write(`The extensions can't be built: ${error.message}\n`));
  // The server can stop before.
  child.unref();
}

function areExtensionsBuilt(): boolean {
  const built = modifiedAt(EXTENSIONS_VERSION);
  return built !== null && EXTENSION_SOURCES.every((source) => newest(join(ROOT, source)) <= built);
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
