import { expect, it } from 'vitest';
import { hideSecrets } from './hide-secrets.ts';

it.each([
  ['key sk-12"3 again', 'sk-12"3', 'key ••• again'],
  ['{"key":"sk-12\\"3"}', 'sk-12"3', '{"key":"•••"}'],
  ['?key=a%20b%2Fc', 'a b/c', '?key=•••'],
  ['token abcdef', 'Bearer abcdef', 'token •••'],
  ['user:pass1234, pass1234', `Basic ${Buffer.from('user:pass1234').toString('base64')}`, '•••, •••'],
  ['a text about no', 'no', 'a text about no'],
])('hides what was sent in %j', (text, secret, hidden) => {
  expect(hideSecrets(text, [secret])).toBe(hidden);
});
