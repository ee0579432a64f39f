import { describe, expect, it } from 'vitest';
import { hashPassword, isCommonPassword, passwordMatches } from './password.ts';

describe('a password', () => {
  it('is hashed with argon2id, 19 MiB, two passes and its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword('pass word'), hashPassword('pass word')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await passwordMatches(one, 'pass word')).toBe(true);
    expect(await passwordMatches(one, 'Pass word')).toBe(false);
  });

  it('never matches a missing hash', async () => {
    expect(await passwordMatches(null, '')).toBe(false);
    expect(await passwordMatches(null, 'pass word')).toBe(false);
  });

  it('is verified under load', async () => {
    const hash = await hashPassword('right');
    const matches = await Promise.all(
      Array.from({ length: 40 }, (_, i) => passwordMatches(hash, i % 2 ? 'right' : 'wrong')),
    );
    expect(matches.filter(Boolean)).toHaveLength(20);
  });
});

it.each([
  'password',
  'Password1',
  'qwertyuiop',
  '1234567890',
  'iloveyou1',
  'TRUSTNO1',
  ' sunshine1 ',
  'football123',
])('knows that %s is common', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

it.each(['correct horse battery', 'another horse battery', 'kV7-lamp-otter', 'Grünkohl & Pinkel 8'])(
  'accepts %s',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  },
);
