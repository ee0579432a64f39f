import { useMemo } from 'react';
import { type Persistence, usePersisted } from '../lib/use-persisted-state.ts';
import type { DraftFormat, ListDraft } from './list-draft.ts';

/**
 * The account's draft, saved in this browser through errors, reloads and closed tabs. Each account has its own: two
 * people who share a computer don't see each other's lists. Of a list that is too large to save, the idempotency key is.
 */
export function useListDraft<Draft extends ListDraft>(
  accountId: string,
  { type, empty, parse, format }: DraftFormat<Draft>,
) {
  const keeping = useMemo<Persistence<Draft>>(
    () => ({
      key: `leadwell-draft-${type}-${accountId}`,
      parse,
      format,
      perTab: true,
      formatSpare: ({ attempt }) => format({ ...empty, attempt }),
      // Save the idempotency key before sending its request.
      atOnce: (before, next) => before.attempt !== next.attempt,
    }),
    [accountId, type, empty, parse, format],
  );
  return usePersisted(keeping);
}
