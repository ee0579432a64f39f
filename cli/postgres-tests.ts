import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * A test file with a line like this runs on PostgreSQL too (docs/decisions/2026-11-22-tests-under-eight-minutes.md says which
 * do): `// On PostgreSQL too: two workers take shards at once`.
 */
const MARK = /^\/\/ On PostgreSQL too: \S.+$/m;

/** Test files of the server that run on PostgreSQL too, by path from the root. */
export function postgresTests(): string[] {
  return globSync('server/**/*.test.ts', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => isMarked(readFileSync(join(ROOT, path), 'utf8')))
    .sort();
}

export function isMarked(source: string): boolean {
  return MARK.test(source);
}
