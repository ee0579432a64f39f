import { expect, it } from 'vitest';
import { PersonPhone } from './auth.ts';
import { MESSAGES } from './messages.ts';

it.each([
  ['+1 202 555 0143', '+1 202 555 0143'],
  [' (020) 7946-0812 ', '(020) 7946-0812'],
  ['030/1234567', '030/1234567'],
  ['+44 20 7946 0812 ext. 12', '+44 20 7946 0812 ext. 12'],
  ['', null],
  [null, null],
])('accepts the phone number %o', (typed, stored) => {
  expect(PersonPhone.parse(typed)).toBe(stored);
});

it.each(['call me', 'ada@example.com', '123', '+', '<b>5551234</b>', '5551234 or 5554321', '1'.repeat(22)])(
  'rejects %o as a phone number',
  (typed) => {
    expect(PersonPhone.safeParse(typed).error?.issues[0]?.message).toBe(MESSAGES.auth.phoneShape);
  },
);
