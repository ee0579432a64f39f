import type { Selectable } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { addMonths } from '../../platform/months.ts';
import type { Subscription } from '../provider.ts';

export type TestSubscription = Selectable<Tables['test_subscriptions']> & { account_id: string };

/** The state of a test subscription at `now`. */
export function toSubscription(row: TestSubscription, now: Date): Subscription {
  const periodEndsAt = periodEnd(row, now);
  return {
    id: row.id,
    customerId: `cus_test_${row.account_id}`,
    accountId: row.account_id,
    orderId: row.order_id,
    customerEmail: null,
    cardFingerprint: null,
    status: subscriptionStatus(row, now),
    overdue: false,
    clearing: false,
    trialEndsAt: row.trial_ends_at,
    periodEndsAt,
    cancelsAtPeriodEnd: row.cancels_at_period_end,
  };
}

function subscriptionStatus(row: TestSubscription, now: Date): string {
  if (row.ended_at && row.ended_at <= now) return 'canceled';
  if (row.first_payment_failed) return 'incomplete';
  if (row.payment_failed_at) return 'past_due';
  return row.trial_ends_at && now < row.trial_ends_at ? 'trialing' : 'active';
}

/** The end of the trial during the trial, then of the current paid month. */
export function periodEnd(row: Pick<TestSubscription, 'started_at' | 'trial_ends_at'>, now: Date): Date {
  if (row.trial_ends_at && now < row.trial_ends_at) return row.trial_ends_at;
  const anchor = row.trial_ends_at ?? row.started_at;
  let months = 1;
  while (addMonths(anchor, months) <= now) months += 1;
  return addMonths(anchor, months);
}
