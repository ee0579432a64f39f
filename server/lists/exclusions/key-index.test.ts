import { expect, it } from 'vitest';
import { KeyIndex } from './key-index.ts';

it('has the first row of each of many keys, and no other key', () => {
  const index = new KeyIndex();
  const keys = Array.from({ length: 20_000 }, (_, at) => `email:p${at}@firm${at % 100}.example`);
  for (const [at, key] of keys.entries()) index.add(key, 2 ** 40 + at);
  for (const key of keys) index.add(key, 1);
  expect(index.size).toBe(keys.length);
  expect(keys.filter((key, at) => index.get(key) !== 2 ** 40 + at)).toEqual([]);
  expect(keys.filter((key) => index.get(`${key}.`) !== undefined)).toEqual([]);
});
