import { useMemo } from 'react';
import { type Persistence, usePersistedState } from '../lib/use-persisted-state.ts';
import { type DraftFormat, draftStorageKey, type ListDraft } from './list-draft.ts';

/**
 * The account's draft of a form, saved in this browser through errors, reloads and closed tabs. Pass the same
 * format on each render.
 */
export function useListDraft<Draft extends ListDraft>(
  accountId: string,
  { type, parse, format }: DraftFormat<Draft>,
): [Draft, (next: Draft) => void] {
  const keeping = useMemo<Persistence<Draft>>(
    () => ({
      key: draftStorageKey(type, accountId),
      parse,
      format,
      // Save the idempotency key before sending its request.
      atOnce: (before, next) => before.attempt !== next.attempt,
    }),
    [accountId, type, parse, format],
  );
  return usePersistedState(keeping);
}
