import { describe, expect, it } from 'vitest';
import { expectation, parseRecordCount, RECORD_PRICE } from './record-count.ts';

describe('parseRecordCount', () => {
  it.each([
    ['1000', 1000],
    [' 50000 ', 50_000],
    ['5,000', 5000],
    ['12 345', 12_345],
    ['001000', 1000],
  ])('reads %j', (text, count) => {
    expect(parseRecordCount(text)).toBe(count);
  });

  it.each([
    '',
    ' ',
    '999',
    '50001',
    '-5000',
    '2500.5',
    '1e4',
    '5,00',
    '1,0000',
    'many',
    '0x2710',
    '9'.repeat(30),
  ])('refuses %j', (text) => {
    expect(parseRecordCount(text)).toBeNull();
  });
});

describe('expectation', () => {
  it('pays back what would not be found, to the cent that the server pays', () => {
    expect(expectation(2000, 1234)).toEqual({ delivered: 1234, paidBackCents: 600 - 370 });
    expect(expectation(1000, 0)).toEqual({ delivered: 0, paidBackCents: 300 });
  });

  it('never delivers more than was ordered', () => {
    expect(expectation(1000, 1000)).toEqual({ delivered: 1000, paidBackCents: 0 });
    expect(expectation(1000, 5_000_000)).toEqual({ delivered: 1000, paidBackCents: 0 });
  });

  it('tells the price of a record without noise', () => {
    expect(RECORD_PRICE).toBe('$0.003');
  });
});
