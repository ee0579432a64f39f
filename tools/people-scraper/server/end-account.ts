import { lockPlan } from '#server/accounts/plan.ts';
import type { PaymentContext } from '#server/payments/payment-context.ts';
import { openRefundQueue } from '#server/payments/payment-queues.ts';
import { payRefundsDue } from '#server/payments/refunds.ts';
import { transaction } from '#server/platform/db.ts';
import { giveUpRuns } from './run-book.ts';

/**
 * Pays back what an account paid for records and did not get, before it is deleted. Throws where the provider
 * cannot be asked, so that the money is not forgotten with the account.
 */
export async function payBackBeforeDeletion(parts: PaymentContext, accountId: string): Promise<void> {
  const refunds = await openRefundQueue(parts.queue);
  await transaction(parts.database.db, async (tx) => {
    if (await lockPlan(tx, accountId)) await giveUpRuns(tx, refunds, accountId, new Date(parts.clock.now()));
  });
  const { owed } = await payRefundsDue(parts, { accountId });
  if (owed > 0) throw new Error(`${owed} refunds of the account ${accountId} could not be paid.`);
}
