import { expect, it } from 'vitest';
import { TUTORIALS } from './tutorials.ts';

it('has five tutorials, each with its guide', () => {
  expect(TUTORIALS.map(({ guide }) => guide)).toEqual([
    'lead-enrichment',
    'website-extraction',
    'verified-email-finder',
    'database-export',
    'browser-extensions',
  ]);
});
