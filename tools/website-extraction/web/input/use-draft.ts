import { useMemo } from 'react';
import { type Persistence, usePersistedState } from '#web/lib/use-persisted-state.ts';
import { draftStorageKey, formatDraft, parseDraft, type UrlDraft } from './url-draft.ts';

/** The account's draft, saved in this browser through errors, reloads and closed tabs. */
export function useDraft(accountId: string): [UrlDraft, (next: UrlDraft) => void] {
  const keeping = useMemo<Persistence<UrlDraft>>(
    () => ({
      key: draftStorageKey(accountId),
      parse: parseDraft,
      format: formatDraft,
      // Save the idempotency key before sending its request.
      atOnce: (before, next) => before.attempt !== next.attempt,
    }),
    [accountId],
  );
  return usePersistedState(keeping);
}
