import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('has every file with a view in the check of types, also a page.tsx beside its page.ts', () => {
  const tsc = join(import.meta.dirname, '../node_modules/typescript/bin/tsc');
  const listed = execFileSync(process.execPath, [tsc, '-p', import.meta.dirname, '--listFilesOnly'], {
    encoding: 'utf8',
    maxBuffer: 10_000_000,
  }).split('\n');
  const views = globSync(['**/*.tsx', '../tools/*/web/**/*.tsx'], {
    cwd: import.meta.dirname,
    exclude: ['dist/**'],
  });
  expect(views.length).toBeGreaterThan(100);
  expect(views.filter((path) => !listed.includes(join(import.meta.dirname, path)))).toEqual([]);
});
