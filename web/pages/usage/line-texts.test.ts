import { describe, expect, it } from 'vitest';
import { exportsNote } from '../../lib/account.ts';
import { creditFilter, isFiltered, isReversed, readCreditPart, writeCreditPart } from './history-part.ts';
import { amountText, totalsText } from './line-texts.ts';

describe('the texts of the credit history', () => {
  it('show the sign of an amount, and what the unlimited plan covered', () => {
    expect(amountText({ amount: 1000, included: 0 })).toBe('+1,000');
    expect(amountText({ amount: -1200, included: 0 })).toBe('−1,200');
    expect(amountText({ amount: 0, included: 30 })).toBe('30 included');
    expect(amountText({ amount: 0, included: 0 })).toBe('0');
  });

  it('leave out totals that are 0', () => {
    const none = { lines: 0, used: 0, included: 0, refunded: 0, added: 0 };
    expect(totalsText(none)).toBe('0 credits used');
    expect(totalsText({ lines: 4, used: 1, included: 3, refunded: 2, added: 1000 })).toBe(
      '1 credit used, 3 included in your plan, 2 refunded, 1,000 added',
    );
    expect(totalsText({ ...none, added: -5 })).toBe('0 credits used, 5 removed');
  });
});

it('says until when exported leads count', () => {
  const account = { plan: 'free', monthlyExportsResetAt: '2026-12-29T12:00:00.000Z' } as const;
  expect(exportsNote(account)).toBe('this month · resets Dec 29, 2026');
  expect(exportsNote({ ...account, plan: 'unlimited' })).toBe('of 500,000 this month · resets Dec 29, 2026');
});

describe('the filter in the URL', () => {
  it('survives a reload', () => {
    const part = { kind: 'website-extraction', from: '2026-11-01', to: '' };
    expect(readCreditPart(writeCreditPart(part, {}))).toEqual(part);
    expect(writeCreditPart(part, { kind: '', from: '' }).toString()).toBe('');
    expect(creditFilter(part, 'UTC')).toEqual({
      timeZone: 'UTC',
      kind: 'website-extraction',
      from: '2026-11-01',
    });
  });

  it('knows days in the wrong order', () => {
    expect(isReversed({ from: '2026-11-30', to: '2026-11-01' })).toBe(true);
    expect(isReversed({ from: '2026-11-01', to: '2026-11-01' })).toBe(false);
    expect(isReversed({ from: '2026-11-30', to: '' })).toBe(false);
  });

  it('leaves out what the calls would refuse', () => {
    for (const params of ['kind=nonsense&from=2026-13-45&to=yesterday', 'from=2026-02-30&to=2026-04-31'])
      expect(isFiltered(readCreditPart(new URLSearchParams(params)))).toBe(false);
  });
});
