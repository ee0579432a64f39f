import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MESSAGES } from './contract/messages.ts';

const ROOT = import.meta.dirname;

/** The contract's groups of messages, and the constant of each tool. */
const GROUPS: Readonly<Record<string, object>> = Object.assign(
  { ...MESSAGES },
  ...(await Promise.all(
    globSync('tools/*/messages.ts', { cwd: ROOT }).map((path) => import(join(ROOT, path))),
  )),
);

/** Comments, and expectations that something isn't on the page. */
const NOT_SHOWN = /^\s*(?:\/\/|\/?\*).*$|await expect\([^;]*?\)\s*\.(?:not\.|toHaveCount\(0\))/gm;

/**
 * The messages that a browser test names: `MESSAGES.gate.noCredits`, `EMAIL_MESSAGES.empty`, or `gate.noCredits` after
 * `const { gate } = MESSAGES`. It can't tell what a test does with them.
 */
function namedMessages(source: string): string[] {
  const code = source.replace(NOT_SHOWN, '');
  const own: string[] = code.match(/(?<=const \{ )[\w, ]+(?= \} = MESSAGES;)/)?.[0].split(', ') ?? [];
  return [...code.matchAll(/\b(MESSAGES\.)?(\w+)\.(\w+)/g)].flatMap(([, prefix, group = '', name]) =>
    prefix || own.includes(group) || group.endsWith('_MESSAGES') ? [`${group}.${name}`] : [],
  );
}

it('are each named by a browser test', () => {
  expect(Object.keys(GROUPS)).toEqual(expect.arrayContaining(['gate', 'EMAIL_MESSAGES']));
  const specs = globSync('e2e/*.spec.ts', { cwd: ROOT });
  const named = new Set(specs.flatMap((path) => namedMessages(readFileSync(join(ROOT, path), 'utf8'))));
  const all = Object.entries(GROUPS).flatMap(([group, messages]) =>
    Object.keys(messages).map((name) => `${group}.${name}`),
  );
  expect(all.filter((path) => !named.has(path))).toEqual([]);
});

it.each([
  ['await expectMessage(page, MESSAGES.gate.noCredits);', ['gate.noCredits']],
  ['const { auth, gate } = MESSAGES;\nawait expectMessage(page, gate.lowCredits(7));', ['gate.lowCredits']],
  ["for (const [file, text] of [['a.csv', EMAIL_MESSAGES.empty]]) {}", ['EMAIL_MESSAGES.empty']],
  ['await expectMessage(page, gate.noCredits);', []],
  ['  // await expectMessage(page, MESSAGES.gate.noCredits);', []],
  ['await expect(page.getByText(MESSAGES.gate.noCredits)).toHaveCount(0);', []],
  ['await expect(page.getByText(MESSAGES.gate.noCredits)).not.toBeVisible();', []],
])('are named by %s', (source, named) => {
  expect(namedMessages(source)).toEqual(named);
});
