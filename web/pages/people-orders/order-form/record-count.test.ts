import { describe, expect, it } from 'vitest';
import { expectedDelivery, parseRecordCount, RECORD_PRICE } from './record-count.ts';

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
  ])('rejects %j', (text) => {
    expect(parseRecordCount(text)).toBeNull();
  });
});

describe('expectedDelivery', () => {
  it('refunds missing records to the cent, like the server', () => {
    expect(expectedDelivery(2000, 1234)).toEqual({ delivered: 1234, refundCents: 600 - 370 });
    expect(expectedDelivery(1000, 0)).toEqual({ delivered: 0, refundCents: 300 });
  });

  it('never delivers more than ordered', () => {
    expect(expectedDelivery(1000, 1000)).toEqual({ delivered: 1000, refundCents: 0 });
    expect(expectedDelivery(1000, 5_000_000)).toEqual({ delivered: 1000, refundCents: 0 });
  });

  it('formats the price of a record', () => {
    expect(RECORD_PRICE).toBe('$0.003');
  });
});
