import { expect, it } from 'vitest';
import { isOlderVersion } from './collect-sites.ts';

it('compares versions by their numbers', () => {
  expect(isOlderVersion('0.9.0', '0.10.0')).toBe(true);
  expect(isOlderVersion('1.0.0', '0.10.0')).toBe(false);
  expect(isOlderVersion('0.1.0', '0.1.0')).toBe(false);
});
