import { createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyedHash } from './keyed-hash.ts';

it.each([1, 32, 64])('is HMAC-SHA-256 with a key of %i bytes, of short, long and foreign texts', (bytes) => {
  const key = randomBytes(bytes);
  const hash = keyedHash(key);
  const texts = [
    '',
    'email:jane@acme.com',
    'profile:jürgen-müller-東京',
    'x'.repeat(5000),
    '😀'.repeat(700),
    'email:a@b.c',
  ];
  for (const text of texts)
    expect(hash(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
});

it('refuses a key that HMAC would hash first', () => {
  expect(() => keyedHash(randomBytes(65))).toThrow('more than 64 bytes');
});
