import { expect, it } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

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
