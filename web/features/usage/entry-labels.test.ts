import { describe, expect, it } from 'vitest';
import { amountLabel, reasonLabel } from './entry-labels.ts';

describe('an entry of the ledger in words', () => {
  it('has a sign, and costs nothing on the unlimited plan', () => {
    expect(amountLabel({ amount: 1000, counted: true })).toBe('+1,000');
    expect(amountLabel({ amount: -1, counted: true })).toBe('−1');
    expect(amountLabel({ amount: -1, counted: false })).toBe('0');
  });

  it('says why, also for a reason it does not know', () => {
    expect(reasonLabel({ reason: 'website-extraction' })).toBe('Page read');
    expect(reasonLabel({ reason: 'lead-export' })).toBe('Lead export');
  });
});
