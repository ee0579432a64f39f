import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutSummaries } from './drop-summaries.ts';

const CALLS = join(import.meta.dirname, '../../contract/calls');

it('empties each summary of the calls, and changes nothing else', () => {
  for (const name of readdirSync(CALLS)) {
    const source = readFileSync(join(CALLS, name), 'utf8');
    const without = withoutSummaries(source);
    const texts = [...without.matchAll(/\bsummary:\s*(.{2,3})/g)].map(([, text]) => text);
    expect([name, new Set(texts)]).toEqual([name, new Set(["'',"])]);
    expect(without.split(/\bsummary:/)).toHaveLength(source.split(/\bsummary:/).length);
    const rest = (text: string) =>
      text.split('\n').filter((line) => /^ {4}(name|scope|input|reply)/.test(line));
    expect(rest(without)).toEqual(rest(source));
  }
});

it.each([
  ["summary: 'It\\'s one.',", "summary: '',"],
  ["summary:\n  'Two, and `code`.',\n  next: 1,", "summary:\n  '',\n  next: 1,"],
  ['summary: `Up to \\`rows\\``,', "summary: '',"],
])('reads %s', (source, without) => {
  expect(withoutSummaries(source)).toBe(without);
});
