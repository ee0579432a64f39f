import { expect, it } from 'vitest';
import { OrderStatus } from '#contract/payments.ts';
import { endedCheckout } from './ended-checkout.ts';

/** The page says more about these: the plan is active, the payment failed, or it is still pending. */
const OTHERS = ['paid', 'failed', 'open'];

it.each(OrderStatus.options)('says how a checkout ended: %s', (status) => {
  const text = endedCheckout(status);
  if (OTHERS.includes(status)) expect(text).toBeNull();
  else expect(text).toMatch(/weren't charged|money back|was refunded/);
});
