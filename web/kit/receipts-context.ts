import { createContext, use } from 'react';

/** Which rows show their receipt, by position. */
export interface Receipts {
  /** the element id of an open receipt, or null while it is closed */
  openId(position: number): string | null;
  toggle(position: number): void;
}

export const ReceiptsContext = createContext<Receipts>({ openId: () => null, toggle: () => undefined });

export function useReceipts(): Receipts {
  return use(ReceiptsContext);
}
