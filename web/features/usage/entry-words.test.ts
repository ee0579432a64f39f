import { describe, expect, it } from 'vitest';
import { amountWords, reasonWords } from './entry-words.ts';

describe('an entry of the ledger in words', () => {
  it('has a sign, and costs nothing on the unlimited plan', () => {
    expect(amountWords({ amount: 1000, counted: true })).toBe('+1,000');
    expect(amountWords({ amount: -1, counted: true })).toBe('−1');
    expect(amountWords({ amount: -1, counted: false })).toBe('0');
  });

  it('says why, also for a reason it does not know', () => {
    expect(reasonWords({ reason: 'website-extraction' })).toBe('Page read');
    expect(reasonWords({ reason: 'lead-export' })).toBe('Lead export');
  });
});
