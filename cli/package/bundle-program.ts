import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';

/** A program as JavaScript, and what it needs beside it. */
export interface Bundle {
  /** the names of the npm packages that it imports */
  packages: string[];
  /** the files and folders of the project that it reads, as paths from the project's folder */
  data: string[];
}

const ADDRESS = /new URL\(\s*'(\.[^']+)',\s*import\.meta\.url,?\s*\)/g;
const RESOLVED = /import\.meta\.resolve\(\s*'([^']+)'/g;
const PACKAGE_NAME = /^(?:@[^/]+\/)?[^/]+/;
/** Taken into the bundle: whole, with the packages that only they need, these take 75 MB, and most of it is never read. */
const BUNDLED = [
  '@hono/node-server',
  '@modelcontextprotocol/server',
  'hono',
  'kysely',
  'libphonenumber-js',
  'prom-client',
  'stripe',
  'tar-stream',
  'tldts',
  'zod',
];
const LICENSE_FILE = /^licen[cs]e(?:\.\w+)?$/i;

/**
 * Writes the program `entry` (a path from `root`) and all modules that it can start, such as threads, into the folder
 * `out` of a package. Installed packages can't contain TypeScript, because Node doesn't strip the types of files in
 * node_modules. Few files also start faster than 900. Most npm packages stay outside; the licenses of the others are in
 * `licenses.txt`.
 */
export async function bundleProgram(options: { root: string; entry: string; out: string }): Promise<Bundle> {
  const { root, entry, out } = options;
  const data = new Set<string>();
  const resolved = new Set<string>();
  const bundle = await rolldown({
    cwd: root,
    input: { leadwell: join(root, entry) },
    platform: 'node',
    external: (id, importer) => isOutside(id, importer),
    plugins: [keepAddresses(root, data, resolved)],
    logLevel: 'warn',
  });
  const { output } = await bundle.write({
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // A child process is told the name of the function to call.
    keepNames: true,
    comments: false,
  });
  await bundle.close();
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk');
  writeFileSync(join(out, 'licenses.txt'), licensesOf(chunks.flatMap(({ moduleIds }) => moduleIds)));
  const own = new Set(chunks.map(({ fileName }) => fileName));
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
  const packages = [...imported, ...resolved]
    .filter((id) => !own.has(id) && !id.startsWith('node:'))
    .flatMap((id) => PACKAGE_NAME.exec(id)?.[0] ?? []);
  return { packages: [...new Set(packages)].sort(), data: [...data].sort() };
}

/** Whether an import stays an import. A package in the bundle takes the packages that it imports with it. */
function isOutside(id: string, importer: string | undefined): boolean {
  if (/^[./#]/.test(id)) return false;
  if (id.startsWith('node:')) return true;
  const name = PACKAGE_NAME.exec(id)?.[0] ?? id;
  return !BUNDLED.includes(name) && !importer?.includes('/node_modules/');
}

/** The licenses of all packages of which the bundle has modules, as one text. Throws if a package has none. */
function licensesOf(modules: string[]): string {
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((entry) => LICENSE_FILE.test(entry));
      if (!file) throw new Error(`${name} has no license file, so it can't be part of the bundle.`);
      return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Modules find files and other modules by addresses relative to their own, which changes. Here, a module that is started by
 * its address becomes a file of its own, and the address of a file counts from the package's folder.
 */
function keepAddresses(root: string, data: Set<string>, resolved: Set<string>): Plugin {
  return {
    name: 'keep-addresses',
    transform(code, id) {
      if (!id.startsWith(root) || !code.includes('import.meta')) return null;
      const folder = dirname(id);
      for (const [, name = ''] of code.matchAll(RESOLVED)) resolved.add(name);
      const changed = code
        .replaceAll(ADDRESS, (_, path: string) => {
          const file = relative(root, join(folder, path)).replaceAll(sep, '/');
          if (file.endsWith('.ts')) {
            const name = `${file.replace(/\.ts$/, '').replaceAll('/', '-')}.js`;
            this.emitFile({
              type: 'chunk',
              id: join(root, file),
              fileName: name,
              preserveSignature: 'strict',
            });
            return `new URL('./${name}', import.meta.url)`;
          }
          data.add(file);
          return `new URL('../${file}${path.endsWith('/') ? '/' : ''}', import.meta.url)`;
        })
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../${relative(root, folder)}')`)
        // Only the command line is run directly.
        .replaceAll('import.meta.main', 'false');
      return { code: changed };
    },
  };
}
