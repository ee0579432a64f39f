import { join } from 'node:path';
import type { Page } from '../pages/page.ts';

/** What every page of the app loads before its own part. */
const APP = ['app/routes', 'app/data-root', 'app/dashboard-layout'];

/** Small parts that most pages of the app have, and that need nothing else. A file of its own for each costs more. */
const SMALL =
  /\/web\/ui\/(?:badge|card|check-box|cut-text|empty-value|external-link|field|input|label|load-failure|page-header|progress|select)\.tsx$/;

/** What Rolldown knows about the modules of a build. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Rolldown can't know that every page loads the entry first, and every page of the app the layout, so it makes a chunk
 * for each set of pages that share modules. This puts what the entry imports into one chunk, and what the layout imports
 * into another. What visitor pages need of the layout gets a chunk for each set of these pages, so that visitors don't
 * load the rest. Chunks can't depend on each other in circles, because what a module imports is on all pages of that
 * module.
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

  return {
    name(id: string, modules: Modules): string | null {
      const isOn = (path: string) => importedModules(path, modules).has(id);
      // The entry waits for the page, so no page may wait for the entry.
      if (id === join(root, 'main.tsx')) return null;
      if (isOn('main')) return 'base';
      const visitors = new Set(
        pages.flatMap(({ folder, visitorScript }) =>
          visitorScript && isOn(`${folder}/page`) ? visitorScript : [],
        ),
      );
      if (!APP.some(isOn)) return visitors.size === 0 && SMALL.test(id) ? 'app' : null;
      // Few modules, and other visitor pages need nearly all of them.
      if (visitors.has('landing')) return 'site';
      return visitors.size > 0 ? [...visitors].join('-') : 'app';
    },
    includeDependenciesRecursively: false,
  };
}
