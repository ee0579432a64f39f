import { expect, it } from 'vitest';
import { meantEmail } from './email-typo.ts';

it.each([
  ['ada@gmial.con', 'ada@gmail.com'],
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@gamil.com', 'ada@gmail.com'],
  ['ada@hotnail.com', 'ada@hotmail.com'],
  ['ada@hotmial.co.uk', 'ada@hotmail.co.uk'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@Outlok.com', 'ada@outlook.com'],
  ['Ada.B+x@acme.con', 'Ada.B+x@acme.com'],
])('asks whether %s is %s', (typed, meant) => {
  expect(meantEmail(typed)).toBe(meant);
});

it.each([
  'ada@gmail.com',
  'ada@GMAIL.com',
  'ada@mail.com',
  'ada@ymail.com',
  'ada@email.com',
  'ada@acme.com',
  'ada@acme.co',
  'ada@mail.acme.com',
  'ada@yahoo.co.jp',
  'ada@hotmail.fr',
  'ada@live.com',
  'ada@gmx.de',
  'ada',
  '',
])('has nothing to ask about %s', (typed) => {
  expect(meantEmail(typed)).toBeNull();
});
