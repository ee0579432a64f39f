import { useMemo } from 'react';
import { z } from 'zod';
import { type Persistence, usePersistedState } from '#web/lib/use-persisted-state.ts';
import { FALLBACK_RECORDS } from './record-count.ts';

const Attempt = z.object({ key: z.string(), address: z.string(), count: z.number() });

/** What a person is about to order, as typed, and the key that makes ordering it twice one order. */
const OrderDraft = z.object({
  address: z.string(),
  count: z.string(),
  /** of the last try that got no answer, with what it ordered */
  attempt: Attempt.nullable().catch(null),
});
export type OrderDraft = z.infer<typeof OrderDraft>;

export const EMPTY_DRAFT: OrderDraft = { address: '', count: String(FALLBACK_RECORDS), attempt: null };

/** What was kept -> the draft; anything unexpected is an empty one. */
export function parseDraft(kept: string | null): OrderDraft {
  try {
    const draft = OrderDraft.safeParse(JSON.parse(kept ?? 'null'));
    return draft.success ? draft.data : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** The address as it was meant: without the line breaks of a mail, the marks around it, or a missing https://. */
export function cleanAddress(text: string): string {
  const address = text
    .replace(/[\r\n\t]+/g, '')
    .trim()
    .replace(/^[<"'“]+|[>"'”]+$/g, '');
  return /^[\w.-]*\bapollo\.io\//i.test(address) ? `https://${address}` : address;
}

/** The key for this order: that of the last try when it was for the same (its answer may have been lost), else a new one. */
export function attemptFor(
  wanted: { address: string; count: number },
  last: OrderDraft['attempt'],
  newKey: () => string,
): NonNullable<OrderDraft['attempt']> {
  const same = last?.address === wanted.address && last.count === wanted.count;
  return same ? last : { key: newKey(), ...wanted };
}

/** The account's draft, kept in this browser through errors, reloads and closed tabs: two people on one computer have two. */
export function useOrderDraft(accountId: string): [OrderDraft, (next: OrderDraft) => void] {
  const keeping = useMemo<Persistence<OrderDraft>>(
    () => ({
      key: `leadwell-draft-people-scraper-${accountId}`,
      parse: parseDraft,
      format: (draft) =>
        JSON.stringify(draft) === JSON.stringify(EMPTY_DRAFT) ? null : JSON.stringify(draft),
      // A key must be kept before what it protects is sent.
      atOnce: (before, next) => before.attempt !== next.attempt,
    }),
    [accountId],
  );
  return usePersistedState(keeping);
}
