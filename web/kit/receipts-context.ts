import { createContext, use } from 'react';

/** The rows whose receipt is open, by position. */
export interface Receipts {
  /** the element id of an open receipt; null if it's closed */
  openId(position: number): string | null;
  toggle(position: number): void;
}

export const ReceiptsContext = createContext<Receipts>({ openId: () => null, toggle: () => undefined });

export function useReceipts(): Receipts {
  return use(ReceiptsContext);
}
