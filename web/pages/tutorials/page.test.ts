import { expect, it } from 'vitest';
import { TUTORIALS } from './tutorials.ts';

it('has four tutorials, each with its guide', () => {
  expect(TUTORIALS.map(({ guide }) => guide)).toEqual([
    'website-extraction',
    'verified-email-finder',
    'database-export',
    'browser-extensions',
  ]);
});
