import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * Marks a test file that runs on PostgreSQL: `// On PostgreSQL: two workers take shards at once`.
 * docs/decisions/2026-11-22-tests-under-eight-minutes.md says which files need it.
 */
const MARK = /^\/\/ On PostgreSQL: \S.+$/m;
/** In a marked file, a test that needs PGlite. */
const PGLITE_ALONE = '!process.env.TEST_POSTGRES_URL';

/** Test files of the server, the tools and the commands that run on PostgreSQL, by path from the root. */
export function postgresTests(): string[] {
  return serverTests(isMarked);
}

/** Those that test nothing more on PGlite, so once is enough. */
export function postgresTestsAlone(): string[] {
  return serverTests((source) => isMarked(source) && !source.includes(PGLITE_ALONE));
}

function serverTests(matches: (source: string) => boolean): string[] {
  return globSync(['server/**/*.test.ts', 'tools/*/server/**/*.test.ts', 'cli/*.test.ts'], { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => matches(readFileSync(join(ROOT, path), 'utf8')))
    .sort();
}

export function isMarked(source: string): boolean {
  return MARK.test(source);
}
