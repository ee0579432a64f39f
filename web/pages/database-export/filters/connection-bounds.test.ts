import { describe, expect, it } from 'vitest';
import { readBound, readBounds } from './connection-bounds.ts';

describe('a bound', () => {
  it.each([
    ['', ''],
    ['  ', ''],
    ['0', '0'],
    ['500', '500'],
    [' 007 ', '7'],
    ['1,000', '1000'],
    ['1 000', '1000'],
    ['12\u00a0345,678', '12345678'],
    ['999999999', '999999999'],
  ])('"%s" parses to "%s"', (text, digits) => {
    expect(readBound(text)).toBe(digits);
  });

  it.each([
    '1.5',
    '1,5',
    '1.000',
    '-5',
    '+5',
    '1e3',
    '0x10',
    'abc',
    '5 a',
    '1,00',
    ',100',
    '1000000000',
    '½',
  ])('"%s" isn\'t a whole number', (text) => {
    expect(readBound(text)).toBeNull();
  });
});

describe('bounds', () => {
  it('are parsed together', () => {
    expect(readBounds({ min: '1,000', max: '' })).toEqual({ bounds: { min: '1000', max: '' }, errors: null });
    expect(readBounds({ min: '7', max: '7' }).errors).toBeNull();
  });

  it('have separate error messages', () => {
    expect(readBounds({ min: '1.5', max: '9' })).toEqual({
      bounds: null,
      errors: { min: 'Min must be a whole number, such as 500.' },
    });
    expect(Object.keys(readBounds({ min: '-5', max: '1e3' }).errors ?? {})).toEqual(['min', 'max']);
    expect(readBounds({ min: '', max: '1,000,000,000' }).errors).toEqual({
      max: "Max can't exceed 999,999,999.",
    });
  });

  it('are invalid if Max is below Min', () => {
    expect(readBounds({ min: '1,000', max: '999' })).toEqual({
      bounds: null,
      errors: { max: "Max can't be below Min." },
    });
  });
});
