import { expect, test } from 'vitest';
import { parseLoosely, readStructuredData } from './structured-data.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('reads JSON with as many levels as a page can need, and no deeper one', () => {
  expect(JSON.stringify(parseLoosely(nested(1000)))).toBe(nested(1000));
  expect(parseLoosely(nested(1001))).toBeUndefined();
  expect(parseLoosely(`[${'{"a":[]},'.repeat(2000)}1]`)).toHaveLength(2001);
});

test('counts no brackets in strings as levels', () => {
  const deep = `${'{"}":0,"@value":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  expect(parseLoosely(deep)).toBeUndefined();
  expect(parseLoosely(`${'["]\\"]",'.repeat(1001)}1${']'.repeat(1001)}`)).toBeUndefined();
  expect(readStructuredData([`{"email":${deep}}`]).emails).toEqual([]);
  expect(parseLoosely(JSON.stringify({ text: '[{'.repeat(1000) }))).toBeDefined();
});
