import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Page } from '../pages/page.ts';

/** What every page of the app loads before its own part. */
const APP = ['app/routes', 'app/data-root', 'app/dashboard-layout'];

/** Characters of a module with all that it imports, unless every page of the app has it anyway. */
const SMALL_CODE = 1500;
/** If as many pages have such a module, every page of the app gets it. A file of its own costs more. */
const SHARED_PAGES = 8;

/** What Rolldown knows about the modules of a build. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[]; code: string | null } | null;
}

/**
 * Rolldown can't know that every page loads the entry first, and every page of the app the layout. It also makes several
 * chunks of what the same pages share, one for each set of parts that load later. This puts what the entry imports into one
 * chunk, and what the layout imports into another, together with small modules that several pages have. What visitor pages need
 * of these gets a chunk for each set of visitor pages, so that visitors don't load the rest. Everything else that pages share
 * gets one chunk for each set of pages. Chunks can't depend on each other in circles, because what a module imports is on
 * all pages of that module.
 *
 * `root` is the folder of the web client. Throws if a page has been renamed.
 */
export function sharedChunks(root: string, pages: readonly Pick<Page, 'folder' | 'visitorScript'>[]) {
  const known = new Map<string, ReadonlySet<string>>();

  /** A module and all that it imports, except for what it loads later. */
  function importedModules(path: string, modules: Modules): ReadonlySet<string> {
    const found = known.get(path);
    if (found) return found;
    const ids = new Set<string>();
    const add = (id: string) => {
      if (ids.has(id)) return;
      ids.add(id);
      for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) add(imported);
    };
    const entry = join(root, `${path}.tsx`);
    if (!modules.getModuleInfo(entry)) throw new Error(`The build has no module ${path}.tsx.`);
    add(entry);
    known.set(path, ids);
    return ids;
  }

  /** Whether several pages have a module that adds little code to what every page of the app has. */
  function isSmallAndShared(id: string, modules: Modules): boolean {
    let code = 0;
    const seen = new Set<string>();
    const add = (each: string) => {
      if (seen.has(each) || isInApp(each, modules)) return;
      seen.add(each);
      const info = modules.getModuleInfo(each);
      code += info?.code?.length ?? 0;
      if (code <= SMALL_CODE) for (const imported of info?.importedIds ?? []) add(imported);
    };
    add(id);
    if (code > SMALL_CODE) return false;
    return pagesWith(id, modules).length >= SHARED_PAGES;
  }

  /** Whether every page of the app needs a module. */
  function isInApp(id: string, modules: Modules): boolean {
    return ['main', ...APP].some((path) => importedModules(path, modules).has(id));
  }

  function pagesWith(id: string, modules: Modules) {
    return pages.filter(({ folder }) => importedModules(`${folder}/page`, modules).has(id));
  }

  return {
    name(id: string, modules: Modules): string | null {
      // The entry waits for the page, so no page may wait for the entry.
      if (id === join(root, 'main.tsx')) return null;
      if (importedModules('main', modules).has(id)) return 'base';
      const users = pagesWith(id, modules);
      if (!isInApp(id, modules) && !isSmallAndShared(id, modules))
        return users.length > 1 ? `shared-${shortHash(users.map(({ folder }) => folder))}` : null;
      const visitors = new Set(users.flatMap(({ visitorScript }) => visitorScript ?? []));
      // Few modules, and other visitor pages need nearly all of them.
      if (visitors.has('landing')) return 'site';
      return visitors.size > 0 ? [...visitors].sort().join('-') : 'app';
    },
    debugName: 'shared chunks',
    includeDependenciesRecursively: false,
  };
}

/** The same for the same names in any order. */
function shortHash(names: readonly string[]): string {
  return createHash('sha256')
    .update([...names].sort().join())
    .digest('hex')
    .slice(0, 8);
}
