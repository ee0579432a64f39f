import { useMemo } from 'react';
import { z } from 'zod';
import { type Persistence, usePersistedState } from '../../../lib/use-persisted-state.ts';
import { FALLBACK_RECORDS } from './record-count.ts';

const Attempt = z.object({ key: z.string(), address: z.string(), count: z.number() });

/** The order form as typed, and the idempotency key of the last attempt, so that a retry orders once. */
const OrderDraft = z.object({
  /** the search URL */
  address: z.string(),
  count: z.string(),
  /** the last attempt without a success, with its search and count */
  attempt: Attempt.nullable().catch(null),
});
export type OrderDraft = z.infer<typeof OrderDraft>;

export const EMPTY_DRAFT: OrderDraft = { address: '', count: String(FALLBACK_RECORDS), attempt: null };

/** Parses a saved draft. Anything unexpected gives an empty one. */
export function parseDraft(saved: string | null): OrderDraft {
  try {
    const draft = OrderDraft.safeParse(JSON.parse(saved ?? 'null'));
    return draft.success ? draft.data : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Removes line breaks and surrounding quotes or brackets from a pasted URL, and adds a missing https://. */
export function cleanUrl(text: string): string {
  const url = text
    .replace(/[\r\n\t]+/g, '')
    .trim()
    .replace(/^[<"'“]+|[>"'”]+$/g, '');
  return /^[\w.-]*\bapollo\.io\//i.test(url) ? `https://${url}` : url;
}

/** The last attempt if it was for the same order, since its response may be lost; else a new one. */
export function attemptFor(
  wanted: { address: string; count: number },
  last: OrderDraft['attempt'],
  newKey: () => string,
): NonNullable<OrderDraft['attempt']> {
  const same = last?.address === wanted.address && last.count === wanted.count;
  return same ? last : { key: newKey(), ...wanted };
}

/** The account's draft, saved in this browser through errors, reloads and closed tabs. */
export function useOrderDraft(accountId: string): [OrderDraft, (next: OrderDraft) => void] {
  const keeping = useMemo<Persistence<OrderDraft>>(
    () => ({
      key: `leadwell-draft-people-scraper-${accountId}`,
      parse: parseDraft,
      format: (draft) =>
        JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT) ? null : JSON.stringify(draft),
      // Save the idempotency key before sending its request.
      atOnce: (before, next) => before.attempt !== next.attempt,
    }),
    [accountId],
  );
  return usePersistedState(keeping);
}
