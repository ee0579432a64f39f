import { z } from 'zod';

const Dependencies = z.record(z.string(), z.string()).optional();
const LockedPackage = z.looseObject({
  version: z.string().optional(),
  dependencies: Dependencies,
  optionalDependencies: Dependencies,
  peerDependencies: Dependencies,
  peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).optional(),
});
export const Lockfile = z.looseObject({ packages: z.record(z.string(), LockedPackage) });
export type Lockfile = z.infer<typeof Lockfile>;

/**
 * The part of a lockfile (version 3) that installs `dependencies`, for a package's npm-shrinkwrap.json. So every install
 * gets the versions that were tested. Throws if the lockfile lacks one of them.
 */
export function lockedPackages(
  lockfile: Lockfile,
  manifest: { name: string; version: string; dependencies: Record<string, string> },
): Lockfile {
  const { packages } = lockfile;
  const kept = new Set<string>();
  const waiting = Object.keys(manifest.dependencies).map((name) => ({ from: '', name, isOptional: false }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { from, name, isOptional } = next;
    const path = installedAt(packages, from, name);
    if (path === null && isOptional) continue;
    if (path === null) throw new Error(`package-lock.json lacks ${name}, which ${from || 'Leadwell'} needs.`);
    if (kept.has(path)) continue;
    kept.add(path);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      waiting.push({
        from: path,
        name: needed,
        isOptional: needed in { ...optionalDependencies, ...peerDependenciesMeta },
      });
  }
  const rest = [...kept].sort().map((path) => [path, withoutDevelopment(packages[path])]);
  return { ...lockfile, ...manifest, packages: { '': manifest, ...Object.fromEntries(rest) } };
}

/** Where Node finds a package that another one imports: in its own node_modules, or in those above it. */
function installedAt(packages: Lockfile['packages'], from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return null;
  }
}

/** An entry without the marks of packages that are only needed for development. */
function withoutDevelopment(entry: Lockfile['packages'][string] | undefined): Lockfile['packages'][string] {
  const { dev: _, devOptional: __, ...rest } = entry ?? {};
  return rest;
}
