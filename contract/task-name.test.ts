import { expect, it } from 'vitest';
import { shortTaskName } from './task-name.ts';

it.each([
  ['https://www.acme.com/ and 7 more', 'acme.com and 7 more'],
  ['http://acme.com/', 'acme.com'],
  ['https://acme.com/contact', 'acme.com/contact'],
  ['Bakeries: Read websites', 'Bakeries: Read websites'],
  ['', ''],
])('of %o is %o', (name, short) => {
  expect(shortTaskName(name)).toBe(short);
});
