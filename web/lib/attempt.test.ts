import { expect, it } from 'vitest';
import { attemptFor } from './attempt.ts';

it('reuses the key for the same list only', () => {
  let made = 0;
  const newKey = () => `key-${++made}`;
  const first = attemptFor(['https://a.com/', 'https://b.com/'], null, newKey);
  expect(attemptFor(['https://a.com/', 'https://b.com/'], first, newKey)).toBe(first);
  expect(attemptFor(['https://a.com/https://b.com/'], first, newKey).key).toBe('key-2');
  expect(attemptFor(['https://b.com/', 'https://a.com/'], first, newKey).key).toBe('key-3');
});
