import { expect, it } from 'vitest';
import { readTdmFile } from './tdm-file.ts';

const isReserved = (rules: unknown, path: string) =>
  readTdmFile(typeof rules === 'string' ? rules : JSON.stringify(rules)).isReserved(
    new URL(path, 'https://site.com'),
  );
const rule = (location: string, reservation: unknown) => ({ location, 'tdm-reservation': reservation });

/** The second example of the report. */
const EXAMPLE = [
  rule('/directory-a/', 1),
  { ...rule('/directory-b/html/', 1), 'tdm-policy': 'https://provider.com/policies/policy.json' },
  rule('/directory-b/images/*.jpg', 0),
];

it.each([
  ['the whole site', [rule('/', 1)], '/any/page', true],
  ['the start of a path', EXAMPLE, '/directory-a/page.html', true],
  ['another rule', EXAMPLE, '/directory-b/html/x', true],
  ['a rule that allows', EXAMPLE, '/directory-b/images/x.jpg', false],
  ['no rule that matches', EXAMPLE, '/directory-c/', false],
  ['the first rule, not the longest', [rule('/', 1), rule('/open/', 0)], '/open/page', true],
  ['the first rule that allows', [rule('/open/', 0), rule('/', 1)], '/open/page', false],
  ['the end of the pattern', [rule('/this/path$', 1)], '/this/path/more', false],
  ['the exact path', [rule('/this/path$', 1)], '/this/path', true],
  ['capitals', [rule('/Team', 1)], '/team', false],
  ['percent signs', [rule('/foo-%24', 1)], '/foo-$', true],
  ['a number as text', [rule('/', '1')], '/', true],
  ['another value', [rule('/', 2), rule('/', true), rule('/', null)], '/', false],
  ['a rule without a location', [{ 'tdm-reservation': 1 }, null, 7], '/', false],
  ['an object instead of a list', rule('/', 1), '/', false],
  ['a web page', '<!doctype html><title>Home</title>', '/', false],
  ['nothing', '', '/', false],
])('reads %s', (_what, rules, path, expected) => {
  expect(isReserved(rules, path)).toBe(expected);
});

it('reserves a page that takes too many steps to check', () => {
  const bait = Array.from({ length: 400 }, () => rule(`/${'*a'.repeat(16)}b`, 0));
  expect(isReserved(bait, `/${'a'.repeat(2_000)}`)).toBe(true);
});
