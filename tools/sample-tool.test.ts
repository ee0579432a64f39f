import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QUICK_START } from '#server/platform/test-quick-start.ts';
import { DRILL } from '../e2e/fixtures/wait.ts';
import { SAMPLE_FILES, SAMPLE_LINES, SAMPLE_REPORT } from './test-sample-tool.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const COPIED = [
  'contract',
  'engines',
  'net',
  'tools',
  'server',
  'web',
  'cli',
  'db',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const NOT_COPIED = /\.test\.tsx?$|\/(fixtures|dist)$|\/tools\/[^/]+\/test-[^/]+\.ts$/;

let copy = '';

/** What the sample tool's copy of the product reports about it. */
let report: {
  navigation: { group: string; label: string; path: string }[];
  pages: string[];
  openApi: string[];
  task: object;
  rows: { row: object; charge: number }[];
  history: Record<string, string[]>;
  csv: { name: string; text: string };
  usage: string[];
};

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'leadwell-sample-'));
  for (const name of COPIED)
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      filter: (source) => !NOT_COPIED.test(source),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const [path, text] of Object.entries(SAMPLE_FILES)) write(path, text);
  for (const [list, line] of Object.entries(SAMPLE_LINES))
    write(list, `${readFileSync(join(copy, list), 'utf8')}${line}\n`);
  write('report.mjs', SAMPLE_REPORT);
  const { stdout } = await run(process.execPath, [...QUICK_START, 'report.mjs'], { cwd: copy });
  report = JSON.parse(stdout.slice(stdout.indexOf('{"navigation"')));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}

describe('a tool that is one folder and one line in each of four lists', () => {
  it('needs no other change', () => {
    const folder = Object.keys(SAMPLE_FILES).every((path) => path.startsWith('tools/sample/'));
    expect(folder).toBe(true);
    expect(Object.keys(SAMPLE_LINES)).toHaveLength(4);
    for (const line of Object.values(SAMPLE_LINES)) expect(line).not.toContain('\n');
  });

  it('is in the navigation, with a page', () => {
    expect(report.navigation).toContainEqual({
      group: 'Find',
      label: 'Word Reverser',
      path: '/dashboard/word-reverser',
    });
    expect(report.pages).toContain('/dashboard/word-reverser');
  });

  it('has its function, in the OpenAPI document too', () => {
    expect(report.openApi).toContain('/functions/v1/reverse-words');
    expect(report.task).toMatchObject({
      type: 'word-reversal',
      status: 'completed',
      total: 2,
      creditsused: 2,
    });
    expect(report.rows.map(({ row }) => row)).toEqual([
      { word: 'abc', reversed: 'cba' },
      { word: 'xyz', reversed: 'zyx' },
    ]);
  });

  it('has its own columns in the history and in its CSV file', () => {
    expect(report.history).toEqual({ Word: ['abc'], Backwards: ['cba'] });
    expect(report.csv).toEqual({
      name: 'attachment; filename="words_reversed.csv"',
      text: 'word,reversed\r\nabc,cba\r\nxyz,zyx\r\n',
    });
  });

  it('names its charges in the credit history', () => {
    expect(report.usage).toEqual([
      ['Word Reverser', -2],
      ['Welcome credits', 1000],
    ]);
  });

  it('has its command', async () => {
    const { stdout } = await run(process.execPath, ['cli/leadwell.mjs', 'reverse', 'abc', 'xyz'], {
      cwd: copy,
    });
    expect(stdout).toBe('{"word":"abc","reversed":"cba"}\n{"word":"xyz","reversed":"zyx"}\n');
  });

  it('passes the type checks of server and browser', DRILL, async () => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    for (const project of ['.', 'web'])
      await run(process.execPath, [tsc, '-p', project, '--singleThreaded'], { cwd: copy });
  });
});
