import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CollectSite } from '#contract/collect-sites.ts';
import type { ExtensionBrowser } from '#contract/devices.ts';
import type { Deps } from '../deps.ts';
import { connectPackages, type ExtensionPackage } from './connect-packages.ts';
import { EXTENSION_VERSION } from './versions.ts';

const DIST = fileURLToPath(new URL('../../extension/dist', import.meta.url));

/** The packages that a server offers, made on first use and kept in memory: about 3 MB. */
export interface ExtensionPackages {
  all(): Promise<readonly ExtensionPackage[]>;
  find(site: CollectSite, browser: ExtensionBrowser): Promise<ExtensionPackage | undefined>;
}

/** `folder`: where the packages were built. */
export function openPackages(
  { childRunner, publicUrl, log }: Pick<Deps, 'childRunner' | 'publicUrl' | 'log'>,
  folder = DIST,
): ExtensionPackages {
  let made: { builtAt: number; packages: Promise<readonly ExtensionPackage[]> } | null = null;
  const make = () =>
    childRunner.run<ExtensionPackage[]>({
      module: new URL('./connect-packages.ts', import.meta.url).href,
      run: connectPackages.name,
      input: { folder, version: EXTENSION_VERSION, url: publicUrl },
    });
  const all = async () => {
    // A build writes this file last. While it is missing, the packages of the build before are good.
    const built = await stat(join(folder, 'version')).catch(() => null);
    if (!built) {
      if (made) return made.packages;
      log.warn({ folder }, 'no browser extensions to download; run npm run build:extensions');
      return [];
    }
    if (made?.builtAt !== built.mtimeMs) made = { builtAt: built.mtimeMs, packages: make() };
    const current = made;
    return current.packages.catch((error: unknown) => {
      if (made === current) made = null;
      throw error;
    });
  };
  return {
    all,
    find: async (site, browser) =>
      (await all()).find((item) => item.site === site && item.browser === browser),
  };
}
