import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox.ts';

it.each([
  ['ada@acme.com', 'ada@acme.com'],
  ['ada.l@acme.com', 'ada.l@acme.com'],
  ['ada+1@acme.com', 'ada@acme.com'],
  ['ada+a+b@acme.com', 'ada@acme.com'],
  ['+ada@acme.com', '+ada@acme.com'],
  ['a.d.a@gmail.com', 'ada@gmail.com'],
  ['a.da+x.y@googlemail.com', 'ada@gmail.com'],
  ['ada@mail.gmail.com', 'ada@mail.gmail.com'],
])('the mailbox of %s is %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
