import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * Marks a test file that runs on PostgreSQL too: `// On PostgreSQL too: two workers take shards at once`.
 * docs/decisions/2026-11-22-tests-under-eight-minutes.md says which files need it.
 */
const MARK = /^\/\/ On PostgreSQL too: \S.+$/m;

/** Test files of the server and the tools that run on PostgreSQL too, by path from the root. */
export function postgresTests(): string[] {
  return globSync(['server/**/*.test.ts', 'tools/*/server/**/*.test.ts'], { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => isMarked(readFileSync(join(ROOT, path), 'utf8')))
    .sort();
}

export function isMarked(source: string): boolean {
  return MARK.test(source);
}
