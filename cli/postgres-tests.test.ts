import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isMarked, postgresTests } from './postgres-tests.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const marked = postgresTests();

/** Stores of these nouns are tested by the noun that uses them. */
const TESTED_BY: Record<string, string> = { idempotency: 'tasks' };

it('a mark gives a reason', () => {
  expect(isMarked('// On PostgreSQL too: two workers at once.\nimport x')).toBe(true);
  expect(isMarked('// On PostgreSQL too:\nimport x')).toBe(false);
});

it('every noun with SQL has a test that runs on PostgreSQL too', () => {
  const nouns = new Set(
    globSync('server/*/**/*store.ts', { cwd: ROOT }).map((path) => path.split('/')[1] ?? ''),
  );
  expect(nouns.size).toBeGreaterThan(5);
  const without = [...nouns].filter(
    (noun) => !marked.some((path) => path.startsWith(`server/${TESTED_BY[noun] ?? noun}/`)),
  );
  expect(without).toEqual([]);
});

it('a test that only PostgreSQL can run is marked', () => {
  const only = globSync('server/**/*.test.ts', { cwd: ROOT }).filter((path) =>
    read(path).includes('runIf(process.env.TEST_POSTGRES_URL)'),
  );
  expect(only.length).toBeGreaterThan(2);
  expect(only.filter((path) => !marked.includes(path))).toEqual([]);
});
