import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

const FILES = globSync(
  [
    '*.{md,ts}',
    '{docs,integrations}/**/*.md',
    '{contract,engines,net,tools,server,web,extension,cli,e2e,bench,drill,integrations}/**/*.{ts,tsx,mjs}',
  ],
  { cwd: import.meta.dirname, exclude: ['**/node_modules/**', '**/dist/**', '**/out/**'] },
).map((file) => file.replaceAll('\\', '/'));
const NAMES = new Set(FILES.map((file) => basename(file)));
/** A name of a file or a path, but not `*.abuse.test.ts`. */
const REFERENCE = /(?<![\w*.<{-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs)\b/g;
/** Named as a file that must not exist. */
const NEVER = new Set(['index.ts']);

/** The files that a text names and that don't exist. A path counts from any folder. */
function missingIn(text: string): string[] {
  return (text.match(REFERENCE) ?? []).filter((named) => {
    if (NEVER.has(named)) return false;
    return named.includes('/') ? !FILES.some((file) => `/${file}`.endsWith(`/${named}`)) : !NAMES.has(named);
  });
}

it('of comments and documents are to files that exist', () => {
  const missing = FILES.flatMap((file) => {
    const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n');
    const read = file.endsWith('.md') ? lines : lines.filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line));
    return read.flatMap((line) => missingIn(line).map((named) => `${file}: ${named}`));
  });
  expect(missing).toEqual([]);
});

it.each([
  ['stored as own lists (gone-list.ts)', ['gone-list.ts']],
  ['as in lib/key-presses.ts', ['lib/key-presses.ts']],
  ['as in key-presses.ts, shell/key-presses.ts and web/kit/shell/key-presses.ts', []],
  ['There is no `index.ts`. The attacks are in `*.abuse.test.ts`.', []],
])('finds the missing files in: %s', (text, missing) => {
  expect(missingIn(text)).toEqual(missing);
});
