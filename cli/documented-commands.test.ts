import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from './leadwell.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'docs/deviations.md',
  'Dockerfile',
  'compose.yaml',
  'compose.scale.yaml',
  ...['docs/operate', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  ),
];
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** What pages write for a value, and one that fits. */
const VALUES: Readonly<Record<string, string>> = { CREDITS: '100', DATABASE: 'apollo' };

interface Documented {
  page: string;
  /** in a text, which can name a command without its arguments */
  isMention: boolean;
  /** without comments, pipes and redirections */
  command: string;
}

/** The commands of code blocks and of code in texts that start with `start`. */
function documented(start: RegExp): Documented[] {
  return PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const blocks = [...text.matchAll(/^```[a-z]*\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
      block.split('\n'),
    );
    const inTexts = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(
      ([, code = '']) => code,
    );
    const all = [
      ...blocks.map((line) => ({ line, isMention: false })),
      ...inTexts.map((line) => ({ line, isMention: true })),
    ];
    return all
      .map(({ line, isMention }) => ({ line: line.replace(/\s+/g, ' ').trim(), isMention }))
      .filter(({ line }) => start.test(line))
      .map(({ line, isMention }) => ({
        page,
        isMention,
        command: line.replace(/ (?:#|\||&&|>|<(?! ?\w+>)).*$/, '').replace(start, ''),
      }));
  });
}

/** Words as a shell has them: quotes keep spaces, and brackets say that something can be left out. */
function words(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, plain = '']) => single ?? double ?? VALUES[plain] ?? plain.replace(/^\[|\]$/g, ''),
  );
}

/** The commands, which do nothing but read their arguments, and throw if they can't. */
function dryProgram(): Command {
  const program = createProgram();
  const silence = (command: Command) => {
    command.exitOverride((error) => {
      throw error;
    });
    command.configureOutput({ writeErr: () => {}, writeOut: () => {} });
    if (command !== program) command.action(() => {});
    command.commands.forEach(silence);
  };
  silence(program);
  return program;
}

/** What is wrong with a command; null: nothing. */
async function problemOf(command: string): Promise<string | null> {
  try {
    await dryProgram().parseAsync(words(command), { from: 'user' });
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('the pages', () => {
  it('name only commands of leadwell that exist, with options that they have', async () => {
    const all = documented(/^(?:npx )?leadwell /);
    expect(all.length).toBeGreaterThan(80);
    const wrong: (Documented & { problem: string })[] = [];
    for (const one of all) {
      const problem = await problemOf(one.command);
      const isShort =
        one.isMention && /missing required argument|argument missing|required option/.test(problem ?? '');
      if (problem !== null && !isShort) wrong.push({ ...one, problem });
    }
    expect(wrong).toEqual([]);
  });

  it('name only scripts of npm that exist', () => {
    const all = documented(/^npm run /);
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(({ command }) => !(command.split(' ')[0]?.split('`')[0] ?? '' in scripts))).toEqual([]);
  });
});

it.each([
  ['serv', 'unknown command'],
  ['doctor --jsn', 'unknown option'],
  ['restore --back=', null],
  ['users delete', 'missing required argument'],
  ['leads drop contacts', 'invalid for argument'],
  ['upgrade', 'required option'],
])('a page with `leadwell %s` would not pass', async (command, problem) => {
  const found = await problemOf(command);
  if (problem === null) expect(found).toBe(null);
  else expect(found).toContain(problem);
});
