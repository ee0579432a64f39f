import type { InputOf } from '#contract/call.ts';
import type { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { ListView } from '#contract/lists.ts';
import { lockGateAccount } from '../../accounts/account.ts';
import type { Deps } from '../../deps.ts';
import { type Tx, transaction } from '../../platform/database/db.ts';
import type { TaskTools } from '../../tasks/task-tool.ts';
import { viewList } from '../lists.ts';
import { findList, type ListRecord, storeTable } from '../store.ts';
import { deleteStep } from './delete-step.ts';
import { saveStep } from './save-step.ts';

type StepDeps = Deps & { taskTools: TaskTools };

/** Adds a step to a list, or changes it. Returns the list with it, and its ID. Throws like `saveStep`, and `not_found`. */
export async function saveListStep(
  deps: StepDeps,
  accountId: string,
  input: InputOf<typeof LIST_STEP_CALLS.listStepSave>,
): Promise<{ list: ListView; step: string }> {
  const { list, result } = await changeList(deps, accountId, input.id, async (tx, found) => {
    const { step, fields, steps } = saveStep(found, input.step);
    await storeTable(tx, found.id, { fields, steps, at: new Date(deps.clock.now()) });
    return step.id;
  });
  return { list: viewList(deps, list), step: result };
}

/** Removes a step from a list. Throws like `deleteStep`, and `not_found`. */
export async function deleteListStep(
  deps: StepDeps,
  accountId: string,
  input: InputOf<typeof LIST_STEP_CALLS.listStepDelete>,
): Promise<ListView> {
  const { list } = await changeList(deps, accountId, input.id, (tx, found) =>
    deleteStep(tx, found, input, new Date(deps.clock.now())),
  );
  return viewList(deps, list);
}

/** Locks the account, then changes one of its lists. Returns the list after the change. */
async function changeList<Result>(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  accountId: string,
  id: string,
  work: (tx: Tx, list: ListRecord) => Promise<Result>,
): Promise<{ list: ListRecord; result: Result }> {
  return transaction(database.db, async (tx) => {
    await lockGateAccount(tx, config, accountId);
    const list = await findList(tx, accountId, id);
    if (!list) throw new CallError('not_found');
    const result = await work(tx, list);
    const changed = await findList(tx, accountId, id);
    if (!changed) throw new CallError('not_found');
    return { list: changed, result };
  });
}
