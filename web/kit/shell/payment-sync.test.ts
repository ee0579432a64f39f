import { describe, expect, it } from 'vitest';
import { syncOutcome } from './payment-sync.ts';

const payment = {
  email: 'ada@example.com',
  has_access: false,
  plan: 'free',
  status: 'past_due',
  updated_at: '2026-01-01T00:00:00.000Z',
};

describe('syncOutcome', () => {
  it('reports an activated plan', () => {
    expect(syncOutcome({ ...payment, has_access: true, plan: 'unlimited', status: 'active' }, null)).toBe(
      'activated',
    );
  });

  it('reports a failed payment once', () => {
    expect(syncOutcome(payment, null)).toBe('lost');
    expect(syncOutcome(payment, payment.updated_at)).toBeNull();
    expect(syncOutcome({ ...payment, updated_at: '2026-02-01T00:00:00.000Z' }, payment.updated_at)).toBe(
      'lost',
    );
  });

  it.each(['canceled', 'revoked', 'incomplete_expired', 'paused'])(
    "doesn't report %s as a failed payment",
    (status) => {
      expect(syncOutcome({ ...payment, status }, null)).toBeNull();
    },
  );
});
