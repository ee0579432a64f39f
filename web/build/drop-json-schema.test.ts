import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutJsonSchema } from './drop-json-schema.ts';

const ZOD = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
const source = readFileSync(join(ZOD, 'v4/classic/schemas.js'), 'utf8');

it('leaves nothing of the converter but the checks that schemas read themselves', () => {
  const without = withoutJsonSchema(source);
  expect(new Set([...without.matchAll(/ processors\.(\w+)/g)].map(([, name]) => name))).toEqual(
    new Set(['aggregateChecks']),
  );
  expect(without).not.toMatch(/processJSONSchema|to-json-schema\.js/);
  expect(without.split('\n').length).toBe(source.split('\n').length);
});

it('says so if Zod is written in another way', () => {
  expect(() => withoutJsonSchema('export const schema = 1;')).toThrow(/Zod has changed/);
});
