import { CallError } from '#contract/errors.ts';

/** The refusal of a call about a list that the account doesn't have, which people see after another tab deleted it. */
export function listGone(): CallError {
  return new CallError('not_found', 'There is no such list. It may have been deleted.');
}
