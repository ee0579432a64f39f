import { expect, it } from 'vitest';
import * as visitorFacts from '../pages/visitor-facts.ts';
import { plainValues } from './plain-values.ts';

it('puts what a module exports in its place', async () => {
  const { load } = plainValues('/web/facts.ts', { SLUGS: ['a', 'b'], NAME: 'It’s "here"' });
  const loaded = typeof load === 'function' && load.call({} as never, '/web/facts.ts');
  expect(loaded).toBe('export const SLUGS = ["a","b"];\nexport const NAME = "It’s \\"here\\"";');
  expect(typeof load === 'function' && load.call({} as never, '/web/other.ts')).toBeNull();
});

it('loses nothing of what visitors get', () => {
  expect(JSON.parse(JSON.stringify(visitorFacts))).toEqual({ ...visitorFacts });
});
