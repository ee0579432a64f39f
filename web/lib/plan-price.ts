import type { AccountView } from '#contract/account.ts';
import { UNLIMITED_PRICE } from '#contract/limits.ts';
import type { BillingView } from '#contract/payments.ts';
import { formatDay } from './format.ts';

const PRICE = `${UNLIMITED_PRICE} per month`;

/** What the unlimited plan costs this account, and when it ends or the first payment is due. */
export function planPrice(
  account: Pick<AccountView, 'isStaff'>,
  billing: Pick<BillingView, 'granted' | 'subscription'> | undefined,
): string | undefined {
  if (account.isStaff) return 'Staff access';
  if (!billing) return undefined;
  const { subscription } = billing;
  if (billing.granted && !(subscription && goesOnPaying(subscription))) return 'Complimentary';
  if (!subscription) return PRICE;
  const { status, trialEndsAt, periodEndsAt, cancelsAtPeriodEnd } = subscription;
  const end = status === 'trialing' ? (trialEndsAt ?? periodEndsAt) : periodEndsAt;
  if (cancelsAtPeriodEnd) return end ? `Ends on ${formatDay(end)}` : 'Canceled';
  return status === 'trialing' && end ? `Free until ${formatDay(end)}, then ${PRICE}` : PRICE;
}

function goesOnPaying({
  status,
  cancelsAtPeriodEnd,
}: Pick<NonNullable<BillingView['subscription']>, 'status' | 'cancelsAtPeriodEnd'>): boolean {
  return (status === 'active' || status === 'trialing') && !cancelsAtPeriodEnd;
}
