import type { Order } from '../payments/provider.ts';

/** The people search that an order pays for, as the user entered it. */
export interface OrderedSearch {
  apolloUrl: string;
  recordCount: number;
}

/** A search as the parameters of an order. */
export function searchParams({ apolloUrl, recordCount }: OrderedSearch): { url: string; records: number } {
  return { url: apolloUrl, records: recordCount };
}

/** The search of an order for records; null for other orders. */
export function orderedSearch({ product, params }: Pick<Order, 'product' | 'params'>): OrderedSearch | null {
  const { url, records } = params;
  if (product !== 'apollo_scraper' || typeof url !== 'string' || typeof records !== 'number') return null;
  return { apolloUrl: url, recordCount: records };
}
