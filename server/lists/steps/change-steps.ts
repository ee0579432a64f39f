import type { InputOf } from '#contract/call.ts';
import type { LIST_STEP_CALLS } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { ListView } from '#contract/lists.ts';
import { lockGateAccount } from '../../accounts/account.ts';
import type { Deps } from '../../deps.ts';
import { runHeavy } from '../../platform/database/database-turns.ts';
import { type Tx, transaction } from '../../platform/database/db.ts';
import type { TaskTools } from '../../tasks/task-tool.ts';
import { dropValues } from '../drop-values.ts';
import { requireList, viewList } from '../lists.ts';
import { findList, type ListRecord, storeTable } from '../store.ts';
import { deleteStep } from './delete-step.ts';
import { refreshList } from './refresh-list.ts';
import { saveStep } from './save-step.ts';

type StepDeps = Deps & { taskTools: TaskTools };

/**
 * Adds a step to a list, or changes it, and computes the rows with it. Returns the list with it, and its ID. Throws like
 * `saveStep`, and `not_found`.
 */
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
  // A new tool step has said nothing yet.
  const isNew = input.step.id === undefined;
  if (isNew && input.step.kind === 'tool') return { list: viewList(deps, list), step: result };
  await runHeavy(accountId, () => refreshList(deps, accountId, list.id));
  return { list: viewList(deps, await requireList(deps, accountId, list.id)), step: result };
}

/** Removes a step from a list. The values of its columns go with them, in steps. Throws like `deleteStep`, and `not_found`. */
export async function deleteListStep(
  deps: StepDeps,
  accountId: string,
  input: InputOf<typeof LIST_STEP_CALLS.listStepDelete>,
): Promise<ListView> {
  const { list, result: before } = await changeList(deps, accountId, input.id, async (tx, found) => {
    await deleteStep(tx, found, input, new Date(deps.clock.now()));
    return found.columns;
  });
  const gone = before.filter((column) => !list.columns.includes(column));
  await dropValues(deps, accountId, list.id, gone);
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
