import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { COLLECT_SITES, type CollectSite } from '#contract/collect-sites.ts';
import { EXTENSION_BROWSERS, type ExtensionBrowser } from '#contract/devices.ts';
import { createZip } from '#engines/zip/zip-files.ts';

/** The package of one extension for one browser, connected with a server. */
export interface ExtensionPackage {
  site: CollectSite;
  browser: ExtensionBrowser;
  fileName: string;
  bytes: Uint8Array;
  /** SHA-256 in hex */
  sha256: string;
}

/** The file that tells an extension where its server is. */
const SERVER_FILE = 'server.json';

/**
 * Reads the packages of a version that `npm run build:extensions` left in `folder`, and adds the address of the
 * server to each. The same packages and address give the same bytes. Packages that don't exist are left out.
 * Runs in a child process, because it compresses some megabytes.
 */
export async function connectPackages(input: {
  folder: string;
  version: string;
  url: string;
}): Promise<ExtensionPackage[]> {
  const built = new Set(await readdir(input.folder).catch(() => []));
  const packages: ExtensionPackage[] = [];
  for (const site of COLLECT_SITES) {
    for (const browser of EXTENSION_BROWSERS) {
      const fileName = `leadwell-${site}-${browser}-${input.version}.zip`;
      if (!built.has(fileName)) continue;
      const files = new Map(Object.entries(unzipSync(await readFile(join(input.folder, fileName)))));
      files.set(SERVER_FILE, Buffer.from(JSON.stringify({ url: input.url })));
      const bytes = createZip(files);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      packages.push({ site, browser, fileName, bytes, sha256 });
    }
  }
  return packages;
}
