import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { bundleProgram } from './bundle-program.ts';

const ROOT = join(import.meta.dirname, '../..');
/** How its folders are named. Each is in the root, because a bundle finds its data beside its folder. */
const PREFIX = '.test-server-';
const START = 'start.js';
const SOURCES = [
  'cli/package',
  'contract',
  'engines',
  'extension',
  'net',
  'server',
  'tools',
  'web/pages',
  'package-lock.json',
];
/** Servers may still run from an older one. */
const KEPT_MS = 60 * 60_000;

let made: Promise<string> | undefined;

/**
 * The path of a program that starts the server from a few files of JavaScript, as the npm package has it. They are made once
 * for the current sources. A start takes half of the CPU time that it takes to load 1,400 files of TypeScript.
 */
export function bundledServer(): Promise<string> {
  made ??= makeOnce();
  return made;
}

async function makeOnce(): Promise<string> {
  const name = PREFIX + sourcesHash();
  const folder = join(ROOT, name);
  if (!existsSync(folder)) {
    const own = `${folder}.${process.pid}`;
    // In a process of its own, which takes the memory of the bundler with it.
    await promisify(execFile)(process.execPath, [join(ROOT, 'cli/launch.mjs'), import.meta.filename, own]);
    try {
      renameSync(own, folder);
    } catch (error) {
      // Another process was quicker.
      rmSync(own, { recursive: true, force: true });
      if (!existsSync(folder)) throw error;
    }
    removeOld(name);
  }
  // Others are deleted an hour after their last use.
  utimesSync(folder, new Date(), new Date());
  return join(folder, START);
}

/** Makes it in a folder. */
export async function main([out = '']: string[]): Promise<void> {
  await bundleProgram({ root: ROOT, entry: 'server/main.ts', out });
  writeFileSync(join(out, START), "import { main } from './leadwell.js';\n\nawait main();\n");
}

function removeOld(current: string): void {
  for (const name of readdirSync(ROOT)) {
    const folder = join(ROOT, name);
    if (!name.startsWith(PREFIX) || name === current) continue;
    // Another process may just have deleted it.
    const stats = statSync(folder, { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  const add = (path: string) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    if (!statSync(path).isDirectory()) add(path);
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
        if (entry.isFile() && entry.name.endsWith('.ts')) add(join(entry.parentPath, entry.name));
  }
  return hash.digest('hex').slice(0, 16);
}
