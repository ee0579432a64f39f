import { expect, it } from 'vitest';
import { rowParts } from './row-parts.ts';

it('has at most 500 rows in a part, and few if they are long', () => {
  const rows = Array.from({ length: 1001 }, (_, n) => [`${n}`, '']);
  const parts = [...rowParts(['A', 'B'], rows)];
  expect(parts.map((part) => part.length)).toEqual([500, 500, 1]);
  expect(parts[2]).toEqual([{ A: '1000' }]);
  const long = Array.from({ length: 90 }, () => ['x'.repeat(10_000)]);
  expect([...rowParts(['A'], long)].map((part) => part.length)).toEqual([40, 40, 10]);
  expect([...rowParts(['A'], [])]).toEqual([]);
});
