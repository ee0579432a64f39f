import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildExtensions, buildWeb } from '../web-build.ts';
import { bundleProgram } from './bundle-program.ts';
import { Lockfile, lockedPackages } from './locked-packages.ts';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'out');
/** Installed by `leadwell leads enable`: it is four times as large as all others together. */
const ENGINE = 'chdb';
const PREPARED = 'db/prepared.tar.gz';
const LAUNCHER = 'cli/launch.mjs';
const BUILT = ['web/dist', 'extension/dist'];
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', '.env.example', 'docs/operate'];

const run = promisify(execFile);

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  // Keeps a package of swagger-ui-dist from reporting installs to its makers.
  scarfSettings: z.object({ enabled: z.literal(false) }),
});

/**
 * `npm run package`: writes out/leadwell-VERSION.tgz, which `npm install -g` installs as the command `leadwell`. It contains
 * the built web client, extensions and server, and a database for the first start. The same sources give the same bytes.
 */
export async function main(): Promise<void> {
  buildWeb();
  buildExtensions();
  const folder = join(OUT, 'package');
  rmSync(folder, { recursive: true, force: true });
  await fillPackage(folder);
  process.stdout.write(`${join(basename(OUT), packFolder(folder, OUT))}\n`);
}

/** Writes a filled folder as a tarball into another folder. Returns its name. */
export function packFolder(folder: string, out: string): string {
  const [packed] = z
    .array(z.object({ filename: z.string() }))
    .parse(JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', out], folder)));
  return packed?.filename ?? '';
}

/**
 * Writes the contents of the package into a missing or empty folder. The folders of BUILT are taken from `built`, where
 * `npm run build` has filled them.
 */
export async function fillPackage(folder: string, built = ROOT): Promise<void> {
  const source = Manifest.parse(JSON.parse(read('package.json')));
  const { packages, data } = await bundleProgram({
    root: ROOT,
    entry: 'cli/leadwell.ts',
    out: join(folder, 'dist'),
  });
  const dependencies = Object.fromEntries(
    Object.entries(source.dependencies).filter(([name]) => packages.includes(name) && name !== ENGINE),
  );
  const manifest = {
    ...source,
    type: 'module',
    bin: { leadwell: 'cli/leadwell.mjs' },
    dependencies,
    peerDependencies: { [ENGINE]: source.dependencies[ENGINE] },
    peerDependenciesMeta: { [ENGINE]: { optional: true } },
  };
  const copied = [
    ...data.filter((path) => path !== PREPARED && !BUILT.includes(path)),
    ...DOCUMENTS,
    LAUNCHER,
  ];
  for (const path of copied) copy(ROOT, folder, path);
  for (const path of BUILT) copy(built, folder, path);
  writeJson(join(folder, 'package.json'), manifest);
  const lockfile = Lockfile.parse(JSON.parse(read('package-lock.json')));
  writeJson(join(folder, 'npm-shrinkwrap.json'), lockedPackages(lockfile, manifest));
  const command = read('cli/leadwell.mjs').replace('./leadwell.ts', '../dist/leadwell.js');
  writeFileSync(join(folder, 'cli/leadwell.mjs'), command, { mode: 0o755 });
  await run(process.execPath, [
    // V8 would compile the embedded database twice, for a process that ends soon.
    '--liftoff-only',
    join(ROOT, LAUNCHER),
    join(ROOT, 'cli/package/prepare-database.ts'),
    join(folder, PREPARED),
  ]);
  setModes(folder);
}

/** Gives files modes that don't depend on the umask of this shell or of the clone: npm packs them as they are. */
function setModes(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name);
    const stat = statSync(path);
    chmodSync(path, stat.isDirectory() || stat.mode & 0o100 ? 0o755 : 0o644);
  }
}

function copy(from: string, to: string, path: string): void {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  cpSync(join(from, path), join(to, path), { recursive: true });
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function npm(args: string[], cwd: string): string {
  return execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
    shell: process.platform === 'win32',
  });
}
