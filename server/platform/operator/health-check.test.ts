import { expect, it } from 'vitest';
import { fault, ok, runChecks } from './health-check.ts';

it('runs each check by itself: one that fails or never ends is a fault, and the others go on', async () => {
  const found = await runChecks([
    { name: 'silent', limitMs: 10, run: () => new Promise(() => {}) },
    {
      name: 'broken',
      run: async () => {
        throw new Error('connection refused\nat a place');
      },
    },
    { name: 'fine', run: async () => ok('is fine') },
    { name: 'two', run: async () => [ok('one'), fault('two', 'do it')] },
  ]);
  expect(found).toEqual([
    { check: 'silent', state: 'fault', says: 'had no answer within 0 seconds', todo: expect.any(String) },
    {
      check: 'broken',
      state: 'fault',
      says: 'could not be checked: connection refused',
      todo: expect.any(String),
    },
    { check: 'fine', state: 'ok', says: 'is fine', todo: null },
    { check: 'two', state: 'ok', says: 'one', todo: null },
    { check: 'two', state: 'fault', says: 'two', todo: 'do it' },
  ]);
});
