import type { z } from 'zod';
import { CallError } from '#contract/errors.ts';
import type { NamedListGone } from '#contract/list-exclusions.ts';

/** The refusal of a call about a list that the account doesn't have, which people see after another tab deleted it. */
export function listGone(): CallError {
  return new CallError('not_found', 'There is no such list. It may have been deleted.');
}

const TEXTS = {
  leaveOut: 'A list to leave out was deleted, or isn’t an exclusion list anymore.',
  inLists: 'A list whose companies this search uses was deleted. Choose another list.',
};

/** The refusal of a call that names such a list in one of its fields. */
export function namedListGone(field: keyof typeof TEXTS): CallError {
  const message = TEXTS[field];
  const details: z.infer<typeof NamedListGone> = { reason: 'list_gone' };
  return new CallError('validation_failed', message, {
    details: { ...details, issues: [{ path: field, message }] },
  });
}
