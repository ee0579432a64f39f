import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, type InlineConfig } from 'vite';
import { createZip } from '#engines/zip/zip-files.ts';
import { BROWSERS, createManifest, ICON_SIZES } from './manifest.ts';
import type { Site } from './site.ts';
import { SITES } from './sites.ts';

const ROOT = import.meta.dirname;
const DIST = join(ROOT, 'dist');
const { version } = JSON.parse(readFileSync(join(ROOT, '../package.json'), 'utf8')) as { version: string };

const PANEL_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Leadwell</title>
<link rel="stylesheet" href="panel.css">
<div id="root"></div>
<script type="module" src="panel.js"></script>
</html>
`;

/** All files of one extension, by name, except the manifest. */
async function buildFiles(site: Site): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>([['panel.html', Buffer.from(PANEL_PAGE)]]);
  for (const size of ICON_SIZES) {
    files.set(`icons/${size}.png`, readFileSync(join(ROOT, `icons/${size}.png`)));
  }
  files.set('LICENSE', readFileSync(join(ROOT, '../LICENSE')));
  const bundles = [
    bundle('panel', `sites/${site.id}/panel.ts`, 'es'),
    bundle('background', 'core/background.ts', 'es'),
    bundle('cut', `sites/${site.id}/cut.ts`, 'iife'),
    ...(site.hasTap ? [bundle('tap', `sites/${site.id}/tap.ts`, 'iife')] : []),
  ];
  for (const bundled of await Promise.all(bundles)) {
    for (const [name, bytes] of bundled) files.set(name, bytes);
  }
  return files;
}

/** One script as a single file. The injected ones can't be modules. */
async function bundle(name: string, entry: string, format: 'es' | 'iife'): Promise<[string, Uint8Array][]> {
  const config: InlineConfig = {
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    // Development code names files of this machine. Set here, so that NODE_ENV changes nothing.
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic', development: false } },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: ['chrome126', 'firefox142'],
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { [name]: join(ROOT, entry) },
        // The list of domain suffixes, a constant of 45 kB, would be copied to each of its uses.
        optimization: { inlineConst: false },
        output: {
          format,
          entryFileNames: '[name].js',
          assetFileNames: '[name][extname]',
          codeSplitting: false,
        },
      },
    },
  };
  const built = await build(config);
  if (Array.isArray(built) || !('output' in built)) throw new Error(`${entry} has no single bundle.`);
  return built.output.map((file) => [
    file.fileName.endsWith('.css') ? `${name}.css` : file.fileName,
    Buffer.from(file.type === 'chunk' ? file.code : file.source),
  ]);
}

/** The files of one extension for each browser. */
export async function buildPackages(site: Site) {
  const files = await buildFiles(site);
  return BROWSERS.map((browser) => {
    const manifest = JSON.stringify(createManifest(site, browser, version), null, 2);
    return { browser, files: new Map([...files, ['manifest.json', Buffer.from(manifest)]]) };
  });
}

/** The origin after `--server`; null without it, and undefined if the arguments are wrong. */
export function readServer(args: string[]): string | null | undefined {
  try {
    const { server } = parseArgs({ args, options: { server: { type: 'string' } } }).values;
    if (server === undefined) return null;
    // `localhost:3000` is a URL, too, with the scheme `localhost`.
    return /^https?:\/\//i.test(server) ? new URL(server).origin : undefined;
  } catch {
    return undefined;
  }
}

/**
 * `npm run build:extensions`: writes dist/leadwell-<site>-<browser>-<version>.zip for each extension, and the same
 * files unpacked in dist/<site>-<browser>/, then dist/version. `--server URL` connects them with a Leadwell server, as its downloads
 * are.
 */
export async function main(args: string[]): Promise<void> {
  const server = readServer(args);
  if (server === undefined) {
    process.stderr.write(
      'Use --server with the address of a server, like --server https://leads.example.com\n',
    );
    process.exitCode = 2;
    return;
  }
  rmSync(DIST, { recursive: true, force: true });
  for (const site of SITES) {
    for (const { browser, files } of await buildPackages(site)) {
      if (server !== null) files.set('server.json', Buffer.from(JSON.stringify({ url: server })));
      const folder = join(DIST, `${site.id}-${browser}`);
      for (const [name, bytes] of files) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), bytes);
      }
      const zip = createZip(files);
      const file = `leadwell-${site.id}-${browser}-${version}.zip`;
      writeFileSync(join(DIST, file), zip);
      process.stdout.write(`${file} ${Math.round(zip.length / 1000)} kB\n`);
    }
  }
  // Last, because it says that the build is complete.
  writeFileSync(join(DIST, 'version'), `${version}\n`);
}
