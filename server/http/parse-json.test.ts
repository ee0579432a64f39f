import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

it('refuses a field __proto__, which would get lost, and keeps the other names that each object has', () => {
  expect(parseJson('{"rows":[{"Company":"A","__proto__":"x"}]}')).toEqual({
    ok: false,
    code: 'validation_failed',
    message: 'A field or column can’t be called __proto__. Give it another name.',
  });
  const names = '{"constructor":"x","toString":"__proto__"}';
  expect(parseJson(names)).toEqual({ ok: true, value: { constructor: 'x', toString: '__proto__' } });
});
