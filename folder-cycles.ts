/** Tests, and files that only tests import. */
const FOR_TESTS = /\.test\.tsx?$|(^|\/)test-[^/]+\.ts$|\/scripted-tool\.ts$/;

/**
 * The folder that a file counts for in `folderCycles`; null outside of server/, web/ and tools/. Root files count by themselves; inside
 * of a tool the role of the file counts.
 */
export function folderOf(path: string): string | null {
  const [room = '', folder = '', ...rest] = path.split('/');
  if (!['server', 'web', 'tools'].includes(room)) return null;
  if (rest.length === 0) return path;
  if (room === 'web' && folder === 'features') return `web/features/${rest[0]}`;
  if (room !== 'tools') return `${room}/${folder}`;
  const [first = ''] = rest;
  const role =
    /^(definition|server|command)\.ts$/.exec(first)?.[1] ??
    /^(server|web|command)$/.exec(first)?.[1] ??
    'run';
  return `tools/${folder} ${role}`;
}

/**
 * Cycles between folders, each as its folders in a row: files of `server/a` import from `server/b` and others the other way, though no
 * file imports itself. `modules`: files with what they import. Tests don't count.
 */
export function folderCycles(
  modules: readonly { source: string; dependencies: readonly { resolved: string }[] }[],
): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    if (from === null || FOR_TESTS.test(source)) continue;
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (to === null || to === from) continue;
      imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): void => {
    const at = path.indexOf(folder);
    if (at >= 0) cycles.push(cycleText(path.slice(at)));
    if (at >= 0 || done.has(folder)) return;
    for (const next of imports.get(folder) ?? []) visit(next, [...path, folder]);
    done.add(folder);
  };
  for (const folder of imports.keys()) visit(folder, []);
  return cycles;
}

/** Starts with the folder that sorts first, so that a cycle always reads the same. */
function cycleText(folders: readonly string[]): string {
  const at = folders.indexOf([...folders].sort()[0] ?? '');
  return [...folders.slice(at), ...folders.slice(0, at + 1)].join(' -> ');
}
