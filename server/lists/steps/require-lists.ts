import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { LookUpSetup } from '#contract/list-look-up.ts';
import type { Db } from '../../platform/database/db.ts';
import { listFields } from '../list-fields.ts';
import { findList } from '../store.ts';

/**
 * Throws `validation_failed` if a try of a step looks in no list, in its own, or in one that the account doesn't have, or takes a
 * column that the list doesn't have.
 */
export async function requireLists(
  db: Db,
  { id: own, accountId }: { id: string; accountId: string },
  draft: StepDraft,
): Promise<void> {
  if (draft.kind !== 'tool') return;
  for (const { membership, lookUp } of draft.tries) {
    if (lookUp) await requireLookUp(db, { id: own, accountId }, lookUp);
    if (!membership) continue;
    if (membership.lists.length === 0) throw refuse('Choose the list to look in.');
    if (membership.lists.includes(own)) throw refuse('Each row is in its own list. Choose another list.');
    for (const id of membership.lists)
      if (!(await findList(db, accountId, id)))
        throw refuse('You don’t have a list that this column looks in. Choose another one.');
  }
}

async function requireLookUp(
  db: Db,
  own: { id: string; accountId: string },
  { list: id, fields }: LookUpSetup,
): Promise<void> {
  if (id === null) throw refuse('Choose the list to look in.');
  if (id === own.id) throw refuse('A list can’t look up in itself. Choose another list.');
  const list = await findList(db, own.accountId, id);
  if (!list) throw refuse('You don’t have the list that this column looks in. Choose another one.');
  const known = new Set(listFields(list).map((field) => field.id));
  const unknown = fields.find(({ column }) => !known.has(column));
  if (unknown)
    throw refuse(`“${list.name}” has no column “${unknown.column.slice(0, 100)}”. Choose another one.`);
}

function refuse(message: string): CallError {
  return new CallError('validation_failed', message);
}
