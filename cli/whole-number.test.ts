import { expect, it } from 'vitest';
import { wholeNumber } from './whole-number.ts';

it('reads only digits, within its bounds', () => {
  const read = wholeNumber({ least: 1, most: 2048 });
  expect(['1', '2048', '007'].map(read)).toEqual([1, 2048, 7]);
  for (const wrong of ['', '0', '2049', '1e2', '0x10', '1.5', '-1', '1,000', ' 5'])
    expect(() => read(wrong)).toThrow('Use a whole number from 1 to 2,048, without commas.');
  expect(wholeNumber()('0')).toBe(0);
});
