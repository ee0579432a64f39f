import { createContext, use } from 'react';

/** The row whose receipt is open. */
export interface Receipts {
  /** its position; null for none */
  shown: number | null;
  open(position: number): void;
}

export const ReceiptsContext = createContext<Receipts>({ shown: null, open: () => undefined });

export function useReceipts(): Receipts {
  return use(ReceiptsContext);
}
