import { lockPlan } from '#server/accounts/plan.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { openRefundQueue } from '#server/payments/payment-queues.ts';
import { payRefundsDue } from '#server/payments/refunds.ts';
import { transaction } from '#server/platform/db.ts';
import { endOpenRuns } from './run-lifecycle.ts';

/**
 * Refunds undelivered records before an account is deleted. Throws if a refund fails, so that the account and
 * its claim stay.
 */
export async function refundBeforeDeletion(parts: PaymentContext, accountId: string): Promise<void> {
  const refunds = await openRefundQueue(parts.queue);
  await transaction(parts.database.db, async (tx) => {
    if (await lockPlan(tx, accountId)) await endOpenRuns(tx, refunds, accountId, new Date(parts.clock.now()));
  });
  const { pending } = await payRefundsDue(parts, { accountId });
  if (pending > 0) throw new Error(`Could not pay ${pending} refunds of the account ${accountId}.`);
}
