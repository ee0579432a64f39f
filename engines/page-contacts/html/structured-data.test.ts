import { expect, test } from 'vitest';
import { parseLoosely } from './structured-data.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('reads JSON with as many levels as a page can need, and no deeper one', () => {
  expect(JSON.stringify(parseLoosely(nested(1000)))).toBe(nested(1000));
  expect(parseLoosely(nested(1001))).toBeUndefined();
  expect(parseLoosely(`[${'{"a":[]},'.repeat(2000)}1]`)).toHaveLength(2001);
});
