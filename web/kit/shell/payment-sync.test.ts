import { describe, expect, it } from 'vitest';
import { syncOutcome } from './payment-sync.ts';

const payment = {
  email: 'ada@example.com',
  has_access: false,
  plan: 'free',
  status: 'past_due',
  updated_at: '2026-01-01T00:00:00.000Z',
};

const NEW = { reported: null, due: false };

describe('syncOutcome', () => {
  it('reports an activated plan', () => {
    const paid = { ...payment, has_access: true, plan: 'unlimited', status: 'active' };
    expect(syncOutcome(paid, NEW)).toBe('activated');
  });

  it('reports a failed payment once', () => {
    expect(syncOutcome(payment, NEW)).toBe('lost');
    expect(syncOutcome(payment, { ...NEW, reported: payment.updated_at })).toBeNull();
    const later = { ...payment, updated_at: '2026-02-01T00:00:00.000Z' };
    expect(syncOutcome(later, { ...NEW, reported: payment.updated_at })).toBe('lost');
  });

  it.each(['canceled', 'revoked', 'incomplete_expired', 'paused'])(
    "doesn't report %s as a failed payment",
    (status) => {
      expect(syncOutcome({ ...payment, status }, NEW)).toBeNull();
      // The page still says that a payment is due.
      expect(syncOutcome({ ...payment, status }, { ...NEW, due: true })).toBe('settled');
    },
  );
});
