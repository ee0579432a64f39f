/** Tests and files that only tests import. */
const FOR_TESTS = /\.test\.tsx?$|(^|\/)test-[^/]+\.ts$|\/scripted-tool\.ts$/;

/**
 * The folder of a file for `folderCycles`; null outside server/, web/ and tools/. A root file is its own
 * folder, and so is a list of all tools. In a tool, each role is a folder; so are the engine and net of a feature, and the
 * data of a page.
 */
export function cycleFolder(path: string): string | null {
  const [area = '', folder = '', ...rest] = path.split('/');
  if (!['server', 'web', 'tools'].includes(area)) return null;
  if (rest.length === 0) return path;
  if (area === 'web' && folder === 'pages' && (rest.length === 1 || rest[1] === 'page.ts')) return path;
  if (area === 'web' && ['pages', 'kit'].includes(folder) && rest.length > 1)
    return `web/${folder}/${rest[0]}`;
  if (area === 'tools' && folder === 'index') return path;
  const [first = ''] = rest;
  if (area === 'server' && folder === 'platform') return rest.length > 1 ? `server/platform/${first}` : path;
  if (area === 'server' && /^(engine|net)$/.test(first)) return `server/${folder} ${first}`;
  if (area !== 'tools') return `${area}/${folder}`;
  const role =
    /^(definition|messages|settings|step|server|command)\.ts$/.exec(first)?.[1] ??
    /^(server|web|command|engine|net)$/.exec(first)?.[1] ??
    'run';
  return `tools/${folder} ${role}`;
}

/**
 * Finds cycles between folders: files of `server/a` import from `server/b`, and other files the other way,
 * even though no file imports itself. Returns each cycle as text. `modules` are files with their imports.
 * Ignores tests.
 */
export function folderCycles(
  modules: readonly { source: string; dependencies: readonly { resolved: string }[] }[],
): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = cycleFolder(source);
    if (from === null || FOR_TESTS.test(source)) continue;
    for (const { resolved } of dependencies) {
      const to = cycleFolder(resolved);
      if (to === null || to === from) continue;
      imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): void => {
    const index = path.indexOf(folder);
    if (index >= 0) cycles.push(cycleText(path.slice(index)));
    if (index >= 0 || done.has(folder)) return;
    for (const next of imports.get(folder) ?? []) visit(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of imports.keys()) visit(folder, []);
  return cycles;
}

/** Starts with the folder that sorts first, so that a cycle always has the same text. */
function cycleText(folders: readonly string[]): string {
  const index = folders.indexOf([...folders].sort()[0] ?? '');
  return [...folders.slice(index), ...folders.slice(0, index + 1)].join(' -> ');
}
