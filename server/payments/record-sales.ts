import type { OrderView } from '#contract/payments.ts';
import type { PaymentSource } from './payment-availability.ts';
import type { Order } from './provider.ts';

/** What payments need from the tool that sells records. */
export interface RecordSales<Needs> {
  /** Orders as their owner sees them, each with its run. File links start with `origin`. */
  viewOrders(deps: Needs, orders: readonly Order[], origin: string): Promise<OrderView[]>;
  /** Throws `unprocessable` if the records of a search can't be sold. */
  assertSellable(deps: Needs, searchUrl: string, source: PaymentSource): Promise<void>;
}
