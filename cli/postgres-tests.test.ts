import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isMarked, postgresTests } from './postgres-tests.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const marked = postgresTests();

/** Stores of these folders are tested by the folder that uses them. */
const TESTED_BY: Record<string, string> = {
  'server/idempotency': 'server/tasks',
  'server/credits': 'server/accounts',
  'server/list-inboxes': 'server/lists',
};

it('a mark gives a reason', () => {
  expect(isMarked('// On PostgreSQL: two workers at once.\nimport x')).toBe(true);
  expect(isMarked('// On PostgreSQL:\nimport x')).toBe(false);
});

it('every folder with SQL has a test that runs on PostgreSQL', () => {
  const stores = globSync(['server/*/**/*store.ts', 'tools/*/server/**/*store.ts'], { cwd: ROOT });
  const folders = new Set(stores.map((path) => path.split(/[\\/]/).slice(0, 2).join('/')));
  expect(folders.size).toBeGreaterThan(5);
  const without = [...folders].filter(
    (folder) => !marked.some((path) => path.startsWith(`${TESTED_BY[folder] ?? folder}/`)),
  );
  expect(without).toEqual([]);
});

it('a test that only PostgreSQL can run is marked', () => {
  const only = globSync(['server/**/*.test.ts', 'tools/*/server/**/*.test.ts'], { cwd: ROOT }).filter(
    (path) => read(path).includes('runIf(process.env.TEST_POSTGRES_URL)'),
  );
  expect(only.length).toBeGreaterThan(2);
  expect(only.filter((path) => !marked.includes(path))).toEqual([]);
});
