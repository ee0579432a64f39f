import { expect, it } from 'vitest';
import { EmailAddress, TypedEmail } from './auth.ts';

it.each([
  ' Ada@example.com ',
  '\u200BAda@example.com',
  'Ada@example.com\u200B\u2060',
  '\u00A0Ada@\u00ADexample.com',
])('takes the address %j as people see it', (copied) => {
  expect(TypedEmail.parse(copied)).toBe('Ada@example.com');
  expect(EmailAddress.parse(copied)).toBe('ada@example.com');
});

it.each(['ada @example.com', 'ada@example', '\u200B'])('refuses %j', (text) => {
  expect(TypedEmail.safeParse(text).success).toBe(false);
  expect(EmailAddress.safeParse(text).success).toBe(false);
});
