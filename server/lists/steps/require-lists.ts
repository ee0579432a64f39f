import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { Db } from '../../platform/database/db.ts';
import { findList } from '../store.ts';

/** Throws `validation_failed` if a try of a step looks in no list, in its own, or in one that the account doesn't have. */
export async function requireLists(
  db: Db,
  { id: own, accountId }: { id: string; accountId: string },
  draft: StepDraft,
): Promise<void> {
  if (draft.kind !== 'tool') return;
  for (const { membership } of draft.tries) {
    if (!membership) continue;
    if (membership.lists.length === 0) throw refuse('Choose the list to look in.');
    if (membership.lists.includes(own)) throw refuse('Each row is in its own list. Choose another list.');
    for (const id of membership.lists)
      if (!(await findList(db, accountId, id)))
        throw refuse('You don’t have a list that this column looks in. Choose another one.');
  }
}

function refuse(message: string): CallError {
  return new CallError('validation_failed', message);
}
