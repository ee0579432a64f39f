import { CallError } from '#contract/errors.ts';
import { PEOPLE_ORDERS_PATH, recordsPriceCents } from '#contract/people-orders.ts';
import { lockPlan } from '../accounts/plan.ts';
import { openRefundQueue } from '../payments/payment-queues.ts';
import type { Product } from '../payments/products.ts';
import { payRefundsDue } from '../payments/refunds.ts';
import { transaction } from '../platform/database/db.ts';
import { viewOrders } from './order-view.ts';
import { orderedSearch, searchParams } from './ordered-search.ts';
import type { SourceParts } from './people-sources.ts';
import { refuseUnsellable } from './preview.ts';
import { endOpenRuns } from './run-lifecycle.ts';

/** The records of a people search, paid with money and delivered as one file. */
export const PEOPLE_RECORDS: Product<SourceParts> = {
  name: 'People records',
  returnPaths: { success: `${PEOPLE_ORDERS_PATH}?payment_success=true`, cancel: PEOPLE_ORDERS_PATH },

  offer({ apolloUrl, recordCount }) {
    if (!apolloUrl || !recordCount) {
      throw new CallError('validation_failed', 'A search URL and a number of records are required.');
    }
    return {
      mode: 'payment',
      quantity: recordCount,
      amountCents: recordsPriceCents(recordCount),
      params: searchParams({ apolloUrl, recordCount }),
    };
  },

  async assertSellable(deps, offer, source) {
    const search = orderedSearch(offer);
    if (search) await refuseUnsellable(deps, search.apolloUrl, source);
  },

  viewOrder: async (deps, order, origin) => (await viewOrders(deps, [order], origin))[0],

  async refundBeforeDeletion(payments, accountId) {
    const refunds = await openRefundQueue(payments.queue);
    await transaction(payments.database.db, async (tx) => {
      if (await lockPlan(tx, accountId))
        await endOpenRuns(tx, refunds, accountId, new Date(payments.clock.now()));
    });
    const { pending } = await payRefundsDue(payments, { accountId });
    if (pending > 0) throw new Error(`Could not pay ${pending} refunds of the account ${accountId}.`);
  },
};
