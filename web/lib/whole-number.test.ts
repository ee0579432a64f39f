import { expect, it } from 'vitest';
import { parseWholeNumber } from './whole-number.ts';

it.each([
  ['0', 0],
  [' 1000 ', 1000],
  ['1,000', 1000],
  ['12 345 678', 12_345_678],
  ['1\u00a0000', 1000],
  ['1\u202f000', 1000],
  ['001000', 1000],
])('reads %j', (text, number) => {
  expect(parseWholeNumber(text)).toBe(number);
});

it.each([
  '',
  ' ',
  '1.000',
  '2500.5',
  '1,5',
  '5,00',
  '1,0000',
  ',100',
  '-5',
  '1e4',
  '0x10',
  'Infinity',
  '9'.repeat(17),
  'many',
])('refuses %j', (text) => {
  expect(parseWholeNumber(text)).toBeNull();
});
