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
  let made: Promise<readonly ExtensionPackage[]> | null = null;
  const make = async () => {
    const packages = await childRunner.run<ExtensionPackage[]>({
      module: new URL('./connect-packages.ts', import.meta.url).href,
      run: connectPackages.name,
      input: { folder, version: EXTENSION_VERSION, url: publicUrl },
    });
    if (packages.length === 0) {
      log.warn({ folder }, 'no browser extensions to download; run npm run build:extensions');
      // They may be built later.
      made = null;
    }
    return packages;
  };
  const all = () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
  return {
    all,
    find: async (site, browser) =>
      (await all()).find((each) => each.site === site && each.browser === browser),
  };
}
