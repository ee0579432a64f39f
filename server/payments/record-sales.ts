import type { OrderView } from '#contract/payments.ts';
import type { Seller } from './payment-availability.ts';
import type { Order } from './provider.ts';

/** What payments need from the tool whose records are bought. */
export interface RecordSales<Needs> {
  /** Orders as their owner sees them, each with its run. Files are offered under `origin`. */
  viewOrders(deps: Needs, orders: readonly Order[], origin: string): Promise<OrderView[]>;
  /** Throws `unprocessable` if the records of a search can't be sold. */
  refuseUnsellable(deps: Needs, searchUrl: string, seller: Seller): Promise<void>;
}
