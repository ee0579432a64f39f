import { describe, expect, it } from 'vitest';
import { amountLabel, reasonLabel } from './entry-labels.ts';

describe('the labels of a credit entry', () => {
  it('show the sign of the amount, and say what the unlimited plan includes', () => {
    expect(amountLabel({ amount: 1000, counted: true })).toBe('+1,000');
    expect(amountLabel({ amount: -1, counted: true })).toBe('−1');
    expect(amountLabel({ amount: -1, counted: false })).toBe('Included');
  });

  it('show the reason, even if it is unknown', () => {
    expect(reasonLabel({ reason: 'website-extraction' })).toBe('Website read');
    expect(reasonLabel({ reason: 'lead-export' })).toBe('Lead export');
  });
});
